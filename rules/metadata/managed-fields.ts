import { isPrintable } from '../../src/base/go/printable.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { byteLength } from '../../src/server/kubernetes/formats/dns.ts';
import { keptManagedFields } from './managed-fields/entries.ts';

/** The longest strings of an entry, in bytes. */
const LONGEST = { manager: 128, subresource: 256 } as const;

export default defineRule({
  id: 'metadata/managed-fields',
  on: 'metadata',
  severity: 'error',
  summary: 'The managers in managedFields have printable names of at most 128 bytes.',
  details: `
\`managedFields\` records which manager has set which fields. The server maintains it; a manifest with the field was
probably exported from a cluster. Before the server validates the entries, it removes most of them: all if one of them
cannot be parsed, and those that own no other fields than the ones that the request sets.

In the remaining entries, the name of a manager has at most 128 bytes, all of them printable characters, and the name
of a subresource has at most 256 bytes.

Remove the field.
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/server-side-apply/#managers',
  messages: {
    length: {
      text: '{field} has {size} bytes; at most {most} are allowed',
      help: 'remove metadata.managedFields, which the server sets',
      cause: 'FieldValueTooLong',
      rows: ['meta-managed-manager-length', 'meta-managed-subresource'],
      step: 'metadata',
      explains: ['metadata/managed-fields'],
    },
    unprintable: {
      text: "the manager '{manager}' contains a character that is not printable",
      help: 'remove metadata.managedFields, which the server sets',
      cause: 'FieldValueInvalid',
      rows: ['meta-managed-manager-printable'],
      step: 'metadata',
      explains: ['metadata/managed-fields'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          managedFields:
            - manager: "deploy\tbot"
              #        ^^^^^^^^^^^^^ expect: unprintable
              operation: Update
              apiVersion: v1
              fieldsType: FieldsV1
              fieldsV1: { "f:spec": {} }
            - manager: ${'deployment-bot-'.repeat(9)} # expect: length
              operation: Update
              apiVersion: v1
              fieldsType: FieldsV1
              fieldsV1: { "f:spec": {} }
        spec:
          hard: { pods: "10" }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: compute }
        spec:
          hard: { pods: "10" }
      `,
    ],
  },
  check(resource, { report }) {
    for (const { entry, index } of keptManagedFields(resource)) {
      const path = `metadata.managedFields[${index}]`;
      for (const name of ['manager', 'subresource'] as const) {
        const field = entry.get(name);
        const size = byteLength(field.value ?? '');
        const most = LONGEST[name];
        if (size > most) {
          report({
            message: 'length',
            at: field,
            values: { field: name, size, most },
            path: `${path}.${name}`,
          });
        }
      }
      const manager = entry.get('manager');
      const text = manager.value ?? '';
      if (!isPrintable(text)) {
        report({
          message: 'unprintable',
          at: manager,
          values: { manager: text },
          path: `${path}.manager`,
        });
      }
    }
  },
});
