import { visitWrittenValues, type WrittenValue } from '../../src/analysis/written-values.ts';
import { decoderPath } from '../../src/decode/index.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const OCTAL = /^[-+]?0[0-7_]+$/;

/** A number with a zero in front, somewhere in a text. */
const CANDIDATE = /(?:^|[\s:,[{-])[-+]?0[0-7_]*[1-7]/m;

/** Where a schema shows values of a field, which may well be a file mode. */
const SHOWN_VALUES: readonly (string | number)[] = ['default', 'enum', 'example'];

export default defineRule({
  id: 'yaml/octal',
  severity: 'warning',
  summary: 'No number begins with a zero that makes it octal.',
  details: `
The YAML reader of kubectl follows YAML 1.1, where a zero in front makes a number octal: \`010\` is 8. (\`08\` and \`09\`,
which are none, become 8 and 9.) The server never sees how it was written.

Leave the zero out. Where octal is meant, \`0o10\` says so. Texts of digits, such as \`"010"\`, need quotes.

File modes (\`defaultMode: 0400\`) are not reported, because they are meant to be octal, nor are defaults and examples
in the schemas of a CustomResourceDefinition, which often are file modes.
`,
  reference: 'https://yaml.org/type/int.html',
  messages: {
    octal: {
      text: '{text} is read as {value}: the zero in front makes it octal',
      help: 'write {decimal}, or {value} where that is meant',
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
  checkText(part, { report }) {
    visitWrittenValues(part, CANDIDATE, (found, document) => {
      const { path, value, object } = found;
      if (typeof value !== 'number' && typeof value !== 'bigint') return;
      if (isFileMode(found) || isShownValue(found)) return;
      const span = document.locate(path)?.value;
      const text = span && document.text.slice(span.start, span.end);
      if (span === undefined || text === undefined || !OCTAL.test(text)) return;
      const decimal = BigInt(text.replace(/^\+|_/g, ''));
      if (decimal === BigInt(value)) return;
      const field = decoderPath(path.slice(object.origin.path.length));
      report('octal', { span, field, related: [] }, { text, value, decimal });
    });
  },
});

/** The fields of the API that are file modes. */
const FILE_MODES: readonly (string | number | undefined)[] = ['defaultMode', 'mode'];

function isFileMode({ path }: WrittenValue): boolean {
  return FILE_MODES.includes(path.at(-1));
}

function isShownValue({ path, object }: WrittenValue): boolean {
  return (
    object.resolution?.outcome === 'served' &&
    object.resolution.facts.kind === 'CustomResourceDefinition' &&
    path.some((segment) => SHOWN_VALUES.includes(segment))
  );
}
