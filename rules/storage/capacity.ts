import { requireNonNegative } from '../../src/analysis/fields/quantities.ts';
import {
  reportInvalid,
  requireFormat,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { subdomainProblem } from '../../src/analysis/metadata/names.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'storage/capacity',
  on: 'object',
  kinds: ['CSIStorageCapacity'],
  severity: 'error',
  summary: 'A CSIStorageCapacity names a StorageClass, and its capacity is not negative.',
  details: `
A CSIStorageCapacity says how much storage of the class \`storageClassName\` is left on the nodes that \`nodeTopology\` selects. CSI
drivers make these objects.
`,
  reference: 'https://kubernetes.io/docs/concepts/storage/storage-capacity/',
  messages: {
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['storage-capacity-class', 'storage-capacity'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: storage.k8s.io/v1
        kind: CSIStorageCapacity
        metadata: { name: fast-zone-a }
        storageClassName: Fast
        #                 ^^^^ expect: invalid
        capacity: -1Gi
        #         ^^^^ expect: invalid
      `,
    ],
    good: [
      yaml`
        apiVersion: storage.k8s.io/v1
        kind: CSIStorageCapacity
        metadata: { name: fast-zone-a }
        storageClassName: fast
        capacity: 100Gi
      `,
    ],
  },
  check(resource, { report }) {
    const { root } = resource;
    const name = root.get('storageClassName');
    if (name.absent) reportInvalid(report, name, subdomainProblem('') ?? '');
    else requireFormat(report, name, subdomainProblem);
    requireNonNegative(report, root.get('capacity'));
  },
});
