import { VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { checkClaimSpec } from '../../src/analysis/storage/claim-spec.ts';
import { validatesClaimTemplates } from '../../src/analysis/workloads/selectors.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'workload/claim-templates',
  on: 'object',
  kinds: ['StatefulSet'],
  severity: 'error',
  summary: 'The claims of a StatefulSet are valid claims.',
  details: `
A StatefulSet creates PersistentVolumeClaims for each of its pods, from \`volumeClaimTemplates\`. Each needs \`accessModes\` and a
size (\`resources.requests.storage\`). Servers before 1.34 accept the StatefulSet without this, but make no pods for it.
`,
  reference:
    'https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#volume-claim-templates',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['workload-claim-templates-required'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['workload-claim-templates-invalid'] },
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['workload-claim-templates-unsupported'] },
    forbidden: { ...VALUE_MESSAGES.forbidden, rows: ['workload-claim-templates-forbidden'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apps/v1
        kind: StatefulSet
        metadata: { name: shop }
        spec:
          selector: { matchLabels: { app: shop } }
          template:
            metadata: { labels: { app: shop } }
            spec:
              containers: [{ name: web, image: nginx }]
          volumeClaimTemplates:
            - metadata: { name: data }
              spec: # expect: required
                accessModes: [RWO]
                #             ^^^ expect: unsupported
            - metadata: { name: cache }
              spec:
                accessModes: [ReadWriteOncePod, ReadWriteMany]
                #             ^^^^^^^^^^^^^^^^ expect: forbidden
                storageClassName: Fast
                #                 ^^^^ expect: invalid
                resources: { requests: { storage: 1Gi } }
      `,
    ],
    good: [
      yaml`
        apiVersion: apps/v1
        kind: StatefulSet
        metadata: { name: shop }
        spec:
          selector: { matchLabels: { app: shop } }
          template:
            metadata: { labels: { app: shop } }
            spec:
              containers:
                - name: web
                  image: nginx
                  volumeMounts: [{ name: data, mountPath: /data }]
          volumeClaimTemplates:
            - metadata: { name: data }
              spec:
                accessModes: [ReadWriteOnce]
                resources: { requests: { storage: 10Gi } }
      `,
    ],
  },
  check(resource, { report, server }) {
    if (!validatesClaimTemplates(resource)) return;
    for (const claim of resource.root.get('spec').itemsOf('volumeClaimTemplates')) {
      checkClaimSpec(report, claim.get('spec'), server);
    }
  },
});
