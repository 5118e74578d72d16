import { visitWrittenValues } from '../../src/analysis/written-values.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { decoderPath } from '../../src/server/decode/index.ts';
import { type Document, isMapping } from '../../src/yaml/index.ts';

/** The words that YAML 1.1 reads as true or false, other than these two. */
const WORD = /^(?:y|n|yes|no|on|off)$/i;

export default defineRule({
  id: 'yaml/bool-key',
  on: 'text',
  severity: 'warning',
  summary: 'No key is a word that YAML reads as a boolean.',
  details: `
kubectl reads YAML 1.1, in which \`y\`, \`n\`, \`yes\`, \`no\`, \`on\` and \`off\` are booleans, also as keys. So \`on: "1"\` is sent to the
API server with the key \`true\`. A label then has another name than the selector uses, and a property \`y\` of a schema is
lost.

Put such keys in quotes: \`"on": "1"\`. This also works with parsers that do not read these words as booleans.
`,
  reference: 'https://yaml.org/type/bool.html',
  messages: {
    word: {
      text: "YAML reads the key '{word}' as the boolean {key}",
      help: 'put it in quotes: "{word}"',
      rows: ['lint-yaml-bool-key', 'lint-yaml-boolean-name', 'yaml-bool-key'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector:
            matchLabels:
              on: "1"
            # ^^ expect: word
      `,
    ],
    good: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector:
            matchLabels:
              "on": "1"
      `,
    ],
  },
  check(part, { report }) {
    visitWrittenValues(part, hasTypedKeys, ({ path, value, object }, document) => {
      if (!isMapping(value)) return;
      for (const key of ['true', 'false']) {
        if (!Object.hasOwn(value, key)) continue;
        const span = document.locate([...path, key])?.key;
        const word = span && document.text.slice(span.start, span.end);
        if (span === undefined || word === undefined || !WORD.test(word)) continue;
        const field = decoderPath([...path.slice(object.origin.path.length), key]);
        report({ message: 'word', at: { span, field, related: [] }, values: { word, key } });
      }
    });
  },
});

function hasTypedKeys(document: Document): boolean {
  return document.hasTypedKeys;
}
