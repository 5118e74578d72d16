import { VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { checkVolumeOf } from '../../src/analysis/storage/claim-spec.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'claim/spec',
  on: 'object',
  kinds: ['PersistentVolumeClaim'],
  severity: 'error',
  summary: 'A claim has access modes and requests an amount of storage.',
  details: `
A PersistentVolumeClaim has at least one of the \`accessModes\` \`ReadWriteOnce\`, \`ReadOnlyMany\`, \`ReadWriteMany\` and
\`ReadWriteOncePod\`, of which the last one cannot be combined with others. It requests storage: \`resources.requests.storage\`, above 0.
\`volumeMode\` is \`Filesystem\`, which is the default, or \`Block\`.

The server reports the path \`spec.resources[storage]\` for the amount.
`,
  reference:
    'https://kubernetes.io/docs/concepts/storage/persistent-volumes/#persistentvolumeclaims',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['claim-access-modes', 'claim-storage'] },
    unsupported: {
      ...VALUE_MESSAGES.unsupported,
      rows: ['claim-access-mode', 'claim-volume-mode'],
    },
    forbidden: { ...VALUE_MESSAGES.forbidden, rows: ['claim-one-pod'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['claim-storage-amount', 'claim-class'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: { name: data }
        spec: # expect: required
          storageClassName: Fast
          #                 ^^^^ expect: invalid
          resources:
            requests: { storage: "0" } # expect: invalid
      `,
      yaml`
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: { name: data }
        spec:
          accessModes: [RWO]
          #             ^^^ expect: unsupported
          volumeMode: File
          #           ^^^^ expect: unsupported
          resources: # expect: required
            limits: { storage: 1Gi }
      `,
      yaml`
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: { name: data }
        spec:
          accessModes: [ReadWriteOncePod, ReadWriteOnce]
          #             ^^^^^^^^^^^^^^^^ expect: forbidden
          resources: { requests: { storage: 1Gi } }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: { name: data }
        spec:
          accessModes: [ReadWriteOnce]
          resources: { requests: { storage: 1Gi } }
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: v1
          kind: PersistentVolumeClaim
          metadata: { name: data }
          spec:
            accessModes: [ReadWriteonce] # one node
            resources: { requests: { storage: 1Gi } }
        `,
        after: yaml`
          apiVersion: v1
          kind: PersistentVolumeClaim
          metadata: { name: data }
          spec:
            accessModes: [ReadWriteOnce] # one node
            resources: { requests: { storage: 1Gi } }
        `,
      },
    ],
  },
  check(resource, { report, server }) {
    checkVolumeOf(report, resource.root.get('spec'), server);
  },
});
