import { isPrintable } from '../../src/go/printable.ts';
import { byteLength } from '../../src/kubernetes/formats/dns.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { keptManagedFields } from './managed-fields/entries.ts';

/** The longest texts of an entry, in bytes. */
const LONGEST = { manager: 128, subresource: 256 } as const;

export default defineRule({
  id: 'metadata/managed-fields',
  kinds: 'all',
  severity: 'error',
  summary: 'Entries of managedFields have managers with printable names of at most 128 bytes.',
  details: `
\`managedFields\` says who has set which field. The server writes it; in a manifest it is left over from an export. It
throws most of what it finds there away before it looks at the rest: everything when one entry cannot be read, and
entries that own nothing but what the request sets anyway.

Of what remains, the name of a manager has at most 128 bytes, all printable, and that of a subresource at most 256.

Leave the field out.
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/server-side-apply/#managers',
  messages: {
    length: {
      text: '{field} has {size} bytes; at most {most} are allowed',
      help: 'leave managedFields out',
      cause: 'FieldValueTooLong',
      rows: ['meta-managed-manager-length', 'meta-managed-subresource'],
      onlyIfOtherwiseValid: ['PodDisruptionBudget'],
    },
    unprintable: {
      text: "the manager '{manager}' has a character that cannot be printed",
      help: 'leave managedFields out',
      cause: 'FieldValueInvalid',
      rows: ['meta-managed-manager-printable'],
      onlyIfOtherwiseValid: ['PodDisruptionBudget'],
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
          report('length', field, { field: name, size, most }, { path: `${path}.${name}` });
        }
      }
      const manager = entry.get('manager');
      const text = manager.value ?? '';
      if (!isPrintable(text)) {
        report('unprintable', manager, { manager: text }, { path: `${path}.manager` });
      }
    }
  },
});
