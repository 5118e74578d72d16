import { requirePositive } from '../../src/analysis/fields/quantities.ts';
import {
  requireFormat,
  requireOneOf,
  VALUE_MESSAGES,
  valueTexts,
} from '../../src/analysis/fields/value-checks.ts';
import { subdomainProblem } from '../../src/analysis/metadata/names.ts';
import { requireAccessModes } from '../../src/analysis/volumes/access-modes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';

export default defineRule({
  id: 'claim/spec',
  on: 'object',
  kinds: ['PersistentVolumeClaim'],
  severity: 'error',
  summary: 'A claim has access modes and requests an amount of storage.',
  details: `
A PersistentVolumeClaim has at least one of the \`accessModes\` \`ReadWriteOnce\`, \`ReadOnlyMany\`, \`ReadWriteMany\` and
\`ReadWriteOncePod\`, of which the last one stands alone. It requests storage: \`resources.requests.storage\`, above 0.
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
          #            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: forbidden
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
    const spec = resource.root.get('spec');
    requireAccessModes(report, spec.get('accessModes'));
    const requests = spec.get('resources').get('requests');
    const storage = requests.get('storage');
    const path = `${spec.path}.resources[storage]`;
    if (storage.value === undefined) {
      if (!requests.pruned && storage.absent) {
        const values = {
          ...valueTexts(requests, 'such as 1Gi'),
          field: 'resources.requests.storage',
        };
        report({ message: 'required', at: requests, path, values });
      }
    } else requirePositive(report, storage, { path });
    const className = spec.get('storageClassName');
    if (className.value) requireFormat(report, className, subdomainProblem);
    const mode = spec.get('volumeMode');
    if (mode.value !== undefined) requireOneOf(report, mode, ['Block', 'Filesystem']);
    const attributes = spec.get('volumeAttributesClassName');
    // Without the gate, the server drops the field.
    if (attributes.value && hasGate(server, 'VolumeAttributesClass', true)) {
      requireFormat(report, attributes, subdomainProblem);
    }
  },
});
