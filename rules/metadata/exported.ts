import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/**
 * The fields of metadata that the server sets. When an object is updated, it compares the first two with the stored
 * ones.
 */
const COMPARED = ['resourceVersion', 'uid'] as const;
const OVERWRITTEN = [
  'creationTimestamp',
  'deletionTimestamp',
  'generation',
  'managedFields',
  'selfLink',
] as const;

export default defineRule({
  id: 'metadata/exported',
  on: 'metadata',
  severity: 'info',
  summary: 'A manifest has no fields that only the server sets.',
  details: `
The output of \`kubectl get -o yaml\` contains fields that the server sets: \`uid\`, \`resourceVersion\`,
\`creationTimestamp\`, \`generation\`, \`selfLink\`, \`managedFields\` and \`status\`. When an object is created, the server
overwrites or removes them. When it is updated, a \`resourceVersion\` or \`uid\` that differs from the stored one is a
conflict (409): such a manifest can be applied once, but not again.

Remove these fields. Empty ones that generators write, such as \`creationTimestamp: null\` and \`status: {}\`, are harmless.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/#System',
  messages: {
    conflict: {
      text: 'the server sets {fields}; when they differ from the stored values, updates fail with a conflict',
      help: 'remove the fields that the server sets',
      rows: ['lint-meta-exported-fields'],
    },
    overwritten: {
      text: 'the server overwrites {fields}; probably exported from a cluster',
      help: 'remove the fields that the server sets',
      explainsInField: ['crd/needless-fields', 'policy/status'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          creationTimestamp: "2025-03-01T12:00:00Z" # expect: overwritten
          resourceVersion: "48211" # expect: conflict
          uid: 5b1c2f6e-6f0e-4a55-9a3c-3d4c8c5c9b11
        spec:
          hard: { pods: "10" }
        status:
          used: { pods: "3" }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          creationTimestamp: null
        spec:
          hard: { pods: "10" }
        status: {}
      `,
    ],
  },
  check(resource, { report }) {
    // The cluster has returned the object, and nobody applies it.
    if (resource.stored?.origin.file === resource.origin.file) return;
    const metadata = resource.root.get('metadata');
    const { value = {} } = metadata;
    const fieldsOf = (names: typeof COMPARED | typeof OVERWRITTEN): readonly Field[] =>
      names.filter((name) => hasContent(value[name])).map((name) => metadata.get(name));
    // Kinds without a status do not have the field; reading it is harmless.
    const status = (resource.root as Field<{ readonly status?: unknown }>).get('status');
    // A CRD may have a default for the status of its objects.
    const isExported = hasContent(status.value) && status.isWritten;
    for (const [id, fields] of [
      ['conflict', fieldsOf(COMPARED)],
      ['overwritten', [...fieldsOf(OVERWRITTEN), ...(isExported ? [status] : [])]],
    ] as const) {
      const [first] = fields;
      const names = fields.map(({ segment }) => segment).join(', ');
      if (first !== undefined)
        report({ message: id, at: first, values: { fields: names }, side: 'key' });
    }
  },
});

/** Reports whether a value contains anything but empty strings, lists and mappings. */
function hasContent(root: unknown): boolean {
  const left = [root];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== 'object' || value === null) {
      if (value !== undefined && value !== null && value !== '') return true;
    } else for (const member of Object.values(value)) left.push(member);
  }
  return false;
}
