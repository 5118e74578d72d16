import { visitWrittenValues } from '../../src/analysis/written-values.ts';
import { decoderPath } from '../../src/decode/index.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isMapping } from '../../src/yaml/index.ts';

/** The words for true and false that do not say so themselves. */
const WORD = /^(?:y|n|yes|no|on|off)$/i;

/** A line or flow mapping that may have such a key. */
const CANDIDATE = /(?:^|[\s{,?-])(?:y|n|yes|no|on|off)[ \t]*:/im;

export default defineRule({
  id: 'yaml/bool-key',
  severity: 'warning',
  summary: 'No key is a word that YAML reads as true or false.',
  details: `
The YAML reader of kubectl follows YAML 1.1, where \`y\`, \`n\`, \`yes\`, \`no\`, \`on\` and \`off\` are truth values, as keys too. So
\`on: "1"\` reaches the server as the key \`true\`: a label has another name than the selector looks for, and a
property \`y\` of a schema is lost.

Quote such keys: \`"on": "1"\`. Other readers of YAML may keep the word, so quoting it also makes all of them agree.
`,
  reference: 'https://yaml.org/type/bool.html',
  messages: {
    word: {
      text: "the key {word} is read as '{key}'",
      help: 'write "{word}", with quotes',
      rows: ['lint-yaml-bool-key', 'yaml-bool-key'],
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
  checkText(part, { report }) {
    visitWrittenValues(part, CANDIDATE, ({ path, value, object }, document) => {
      if (!isMapping(value)) return;
      for (const key of ['true', 'false']) {
        if (!Object.hasOwn(value, key)) continue;
        const span = document.locate([...path, key])?.key;
        const word = span && document.text.slice(span.start, span.end);
        if (span === undefined || word === undefined || !WORD.test(word)) continue;
        const field = decoderPath([...path.slice(object.origin.path.length), key]);
        report('word', { span, field, related: [] }, { word, key });
      }
    });
  },
});
