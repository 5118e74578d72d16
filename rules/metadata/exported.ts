import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** What the server writes into metadata; the first two it compares with what is stored. */
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
  kinds: 'all',
  severity: 'info',
  summary: 'A manifest has nothing in it that only the server writes.',
  details: `
What \`kubectl get -o yaml\` prints has fields that the server fills in: \`uid\`, \`resourceVersion\`,
\`creationTimestamp\`, \`generation\`, \`selfLink\`, \`managedFields\` and \`status\`. When an object is created,
the server overwrites or drops them. When it is changed, a \`resourceVersion\` or \`uid\` other than the stored one is
a conflict (409): the manifest then works once and never again.

Leave them out. Empty ones, such as \`creationTimestamp: null\` and \`status: {}\`, which generators write, do no harm.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/#System',
  messages: {
    conflict: {
      text: '{field} is written by the server; with this value a later update can be refused as a conflict',
      help: 'leave out what kubectl get has added',
      rows: ['lint-meta-exported-fields'],
    },
    overwritten: {
      text: 'the server overwrites {fields}: left over from an export',
      help: 'leave out what kubectl get has added',
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
          uid: 5b1c2f6e-6f0e-4a55-9a3c-3d4c8c5c9b11 # expect: conflict
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
  checkAnyKind(resource, { report }) {
    const metadata = resource.root.get('metadata');
    for (const name of COMPARED) {
      const field = metadata.get(name);
      if (hasContent(field.value)) report('conflict', field, { field: name }, { side: 'key' });
    }
    const leftOver: Field[] = OVERWRITTEN.map((name) => metadata.get(name));
    // Not every kind has a status, which is all the same here.
    leftOver.push((resource.root as Field<{ readonly status?: unknown }>).get('status'));
    const found = leftOver.filter((field) => hasContent(field.value));
    const [first] = found;
    if (first !== undefined) {
      const fields = found.map(({ segment }) => segment).join(', ');
      report('overwritten', first, { fields }, { side: 'key' });
    }
  },
});

/** Whether there is anything but empty texts, lists and mappings in a value. */
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
