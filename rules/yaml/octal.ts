import { visitWrittenValues, type WrittenValue } from '../../src/analysis/written-values.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { decoderPath } from '../../src/server/decode/index.ts';
import type { Document } from '../../src/yaml/index.ts';

const OCTAL = /^[-+]?0[0-7_]+$/;

/** Keywords of schemas with values of a field, which may be file modes. */
const VALUE_KEYWORDS: readonly (string | number)[] = ['default', 'enum', 'example'];

export default defineRule({
  id: 'yaml/octal',
  on: 'text',
  severity: 'warning',
  summary: 'No number has a leading zero that makes it octal.',
  details: `
kubectl reads YAML 1.1, in which a number with a leading zero is octal: \`010\` is 8. (\`08\` and \`09\` are not octal, and are read as 8
and 9.) The API server gets only the result.

Remove the leading zero. Use \`0o10\` for an octal number, and quotes for a string of digits, such as \`"010"\`.

File modes (\`defaultMode: 0400\`) are meant to be octal, so they are not checked. Defaults, enums and examples in the schemas
of CRDs are not checked, because they often are file modes.
`,
  reference: 'https://yaml.org/type/int.html',
  messages: {
    octal: {
      text: 'YAML reads {text} as {value}, because the leading zero makes it octal',
      help: 'write {decimal}, or {value} if that is intended',
      rows: ['lint-yaml-octal'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: web }
        spec:
          minAvailable: 010
          #             ^^^ expect: octal
          selector: { matchLabels: { app: web } }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: web }
        spec:
          containers: [{ name: web, image: nginx }]
          volumes: [{ name: certificates, secret: { secretName: web, defaultMode: 0400 } }]
      `,
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: web }
        spec:
          minAvailable: 10
          selector: { matchLabels: { app: web } }
      `,
    ],
  },
  check(part, { report }) {
    visitWrittenValues(part, hasOctal, (found, document) => {
      const { path, value, object } = found;
      if (typeof value !== 'number' && typeof value !== 'bigint') return;
      if (FILE_MODES.includes(found.path.at(-1)) || isInKeyword(found)) return;
      const span = document.locate(path)?.value;
      const text = span && document.text.slice(span.start, span.end);
      if (span === undefined || text === undefined || !OCTAL.test(text)) return;
      const decimal = BigInt(text.replace(/^\+|_/g, ''));
      if (decimal === BigInt(value)) return;
      const field = decoderPath(path.slice(object.origin.path.length));
      report({
        message: 'octal',
        at: { span, field, related: [] },
        values: { text, value, decimal },
      });
    });
  },
});

function hasOctal(document: Document): boolean {
  return document.hasOctal;
}

/** The fields of the API that are file modes. */
const FILE_MODES: readonly (string | number | undefined)[] = ['defaultMode', 'mode'];

function isInKeyword({ path, object }: WrittenValue): boolean {
  return (
    object.resolution?.outcome === 'served' &&
    object.resolution.facts.kind === 'CustomResourceDefinition' &&
    path.some((segment) => VALUE_KEYWORDS.includes(segment))
  );
}
