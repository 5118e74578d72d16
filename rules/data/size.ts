import { dataEntries } from '../../src/analysis/data/data-entries.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The largest total size of the values, in bytes. */
const MOST_BYTES = 1024 * 1024;

export default defineRule({
  id: 'data/size',
  on: 'object',
  kinds: ['ConfigMap', 'Secret'],
  severity: 'error',
  summary: 'The values of a ConfigMap or Secret have at most 1 MiB together.',
  details: `
The values of a ConfigMap or Secret, binary ones after decoding, have a total size of at most 1048576 bytes. Put larger
files into a volume or an image, or into several objects.

The server reports the path \`[]\` for a ConfigMap that is too large.
`,
  reference: 'https://kubernetes.io/docs/concepts/configuration/configmap/#motivation',
  messages: {
    size: {
      text: 'the values have {size} bytes; at most 1048576 are allowed',
      help: 'move large files to a volume or an image, or split the {kind}',
      cause: 'FieldValueTooLong',
      withoutExample: 'the example would be larger than 1 MiB',
    },
  },
  examples: {
    bad: [],
    good: [
      yaml`
        apiVersion: v1
        kind: Secret
        metadata: { name: login }
        stringData: { password: swordfish }
      `,
    ],
  },
  check(resource, { report }) {
    const { kind, root } = resource;
    const size = dataEntries(resource).reduce((sum, entry) => sum + entry.size, 0);
    if (size <= MOST_BYTES) return;
    const path = kind === 'Secret' ? 'data' : '[]';
    report({ message: 'size', at: root.get('data'), side: 'key', path, values: { size, kind } });
  },
});
