import { dataEntries } from '../../src/analysis/data/data-entries.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { configMapKeyProblem } from '../../src/server/kubernetes/formats/config-map-key.ts';

export default defineRule({
  id: 'data/keys',
  on: 'object',
  kinds: ['ConfigMap', 'Secret'],
  severity: 'error',
  summary: 'The keys of a ConfigMap or Secret can be the names of files.',
  details: `
A key consists of up to 253 letters, digits, dashes, underscores and dots. It cannot be \`.\`, nor start with \`..\`, because a
volume with the ConfigMap or Secret has a file of that name. A key cannot contain a slash: a volume puts a key into a folder by
\`items[].path\`.

A key of a ConfigMap is either in \`data\` or in \`binaryData\`.
`,
  reference: 'https://kubernetes.io/docs/concepts/configuration/configmap/#configmap-object',
  messages: {
    format: {
      text: "'{key}' is not a valid key: {problem}",
      help: 'use a key such as settings.json',
      cause: 'FieldValueInvalid',
      rows: ['data-key-format'],
    },
    both: {
      text: "the key '{key}' is in both data and binaryData",
      help: 'remove one of them',
      cause: 'FieldValueInvalid',
      rows: ['data-key-both'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ConfigMap
        metadata: { name: settings }
        data:
          etc/settings.json: "{}"
        # ^^^^^^^^^^^^^^^^^ expect: format
          logo.png: ""
        # ^^^^^^^^ expect: both
        binaryData:
          logo.png: iVBORw0KGgo=
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ConfigMap
        metadata: { name: settings }
        data:
          settings.json: "{}"
        binaryData:
          logo.png: iVBORw0KGgo=
      `,
    ],
  },
  check(resource, { report }) {
    const entries = dataEntries(resource);
    const binary = new Set(entries.filter(({ map }) => map === 'binaryData').map(({ key }) => key));
    for (const { key, field, map } of entries) {
      const place = { at: field, side: 'key', path: `${map}[${key}]` } as const;
      const problem = configMapKeyProblem(key);
      if (problem !== undefined) report({ message: 'format', values: { key, problem }, ...place });
      if (map === 'data' && binary.has(key)) report({ message: 'both', values: { key }, ...place });
    }
  },
});
