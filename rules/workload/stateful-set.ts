import {
  reportInvalid,
  requireFormat,
  requireOneOf,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { labelProblem } from '../../src/analysis/metadata/names.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';

export default defineRule({
  id: 'workload/stateful-set',
  on: 'object',
  kinds: ['StatefulSet'],
  severity: 'error',
  summary: 'The policies of a StatefulSet are known values, and serviceName is a valid name.',
  details: `
\`podManagementPolicy\` is \`OrderedReady\`, which is the default, or \`Parallel\`. \`persistentVolumeClaimRetentionPolicy\` says of
claims that are not needed any more, \`whenDeleted\` and \`whenScaled\`, whether to \`Retain\` or to \`Delete\` them. \`serviceName\` is
the name of the headless Service of the pods, a DNS label.
`,
  reference: 'https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/',
  messages: {
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['workload-stateful-set-invalid'] },
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['workload-stateful-set-unsupported'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apps/v1
        kind: StatefulSet
        metadata: { name: shop }
        spec:
          serviceName: shop.example.com
          #            ^^^^^^^^^^^^^^^^ expect: invalid
          podManagementPolicy: Ordered
          #                    ^^^^^^^ expect: invalid
          persistentVolumeClaimRetentionPolicy:
            whenDeleted: Keep
            #            ^^^^ expect: unsupported
          selector: { matchLabels: { app: shop } }
          template:
            metadata: { labels: { app: shop } }
            spec:
              containers: [{ name: web, image: nginx }]
      `,
    ],
    good: [
      yaml`
        apiVersion: apps/v1
        kind: StatefulSet
        metadata: { name: shop }
        spec:
          serviceName: shop
          podManagementPolicy: Parallel
          persistentVolumeClaimRetentionPolicy: { whenDeleted: Delete }
          selector: { matchLabels: { app: shop } }
          template:
            metadata: { labels: { app: shop } }
            spec:
              containers: [{ name: web, image: nginx }]
      `,
    ],
  },
  check(resource, { report, minor }) {
    const spec = resource.root.get('spec');
    const policy = spec.get('podManagementPolicy');
    if (!policy.pruned && policy.value !== 'OrderedReady' && policy.value !== 'Parallel') {
      reportInvalid(report, policy, 'use OrderedReady or Parallel');
    }
    const retention = spec.get('persistentVolumeClaimRetentionPolicy');
    if (retention.value !== undefined) {
      for (const name of ['whenDeleted', 'whenScaled'] as const) {
        requireOneOf(report, retention.get(name), ['Retain', 'Delete']);
      }
    }
    const service = spec.get('serviceName');
    if (service.value && serverHas('stateful-set-service-names', minor)) {
      requireFormat(report, service, labelProblem);
    }
  },
});
