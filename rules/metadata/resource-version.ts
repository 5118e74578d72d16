import { UINT64_MAX } from '../../src/base/go/integers.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'metadata/resource-version',
  on: 'metadata',
  severity: 'error',
  summary: 'A new object has no resourceVersion.',
  details: `
The server sets \`resourceVersion\` when it stores an object, and the output of \`kubectl get -o yaml\` contains it. A request
to create an object must not have one: the server refuses it, so such a manifest cannot be applied to another cluster, or to
the same cluster after the object was deleted. When an object is updated, a \`resourceVersion\` that differs from the stored
one is a conflict (409).

A value that is not a number, or 0, has no effect.
`,
  reference: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions',
  messages: {
    set: {
      text: 'the server refuses to create an object that has a resourceVersion',
      help: 'remove resourceVersion; the server sets it',
      cause: 'Status',
      rows: ['lint-meta-exported-fields', 'meta-system-fields', 'meta-resource-version'],
      step: 'last',
      explains: ['metadata/exported#conflict'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          resourceVersion: "48211"
          #                ^^^^^^^ expect: set
        spec:
          hard: { pods: "10" }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
        spec:
          hard: { pods: "10" }
      `,
    ],
  },
  check({ facts, root, stored }, { report }) {
    // metadata/exported reports it for custom resources.
    if (facts === undefined || stored !== undefined) return;
    const version = root.get('metadata').get('resourceVersion');
    if (isStoredVersion(version.value ?? '')) report({ message: 'set', at: version, path: '' });
  },
});

/** Reports whether the storage of the server reads a text as the version of an object that is stored. */
function isStoredVersion(text: string): boolean {
  return /^\d+$/.test(text) && BigInt(text) > 0n && BigInt(text) <= UINT64_MAX;
}
