import { isEmptyText } from '../../src/analysis/emptiness.ts';
import {
  requireOneOf,
  requireText,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { POD_KINDS, podOf } from '../../src/analysis/pods/pod-specs.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'pod/policies',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'error',
  summary: 'The policies and the operating system of a pod have values that the server knows.',
  details: `
| field | values |
| --- | --- |
| \`restartPolicy\` | \`Always\` (the default), \`OnFailure\`, \`Never\` |
| \`dnsPolicy\` | \`ClusterFirst\` (the default), \`ClusterFirstWithHostNet\`, \`Default\`, \`None\` |
| \`preemptionPolicy\` | \`PreemptLowerPriority\`, \`Never\` |
| \`os.name\` | \`linux\`, \`windows\` |

They are case-sensitive. \`dnsPolicy: Default\` is that of the node, and not the default.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#PodSpec',
  messages: {
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['pod-policies-unsupported'] },
    required: { ...VALUE_MESSAGES.required, rows: ['pod-policies-required'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          restartPolicy: always
          #              ^^^^^^ expect: unsupported
          dnsPolicy: clusterFirst
          #          ^^^^^^^^^^^^ expect: unsupported
          os: {} # expect: required
          containers: [{ name: web, image: nginx }]
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          restartPolicy: OnFailure
          dnsPolicy: ClusterFirstWithHostNet
          os: { name: linux }
          containers: [{ name: web, image: nginx }]
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: v1
          kind: Pod
          metadata: { name: shop }
          spec:
            restartPolicy: always # the pod is a server
            dnsPolicy: clusterFirst
            os: {}
            containers: [{ name: web, image: nginx }]
        `,
        after: yaml`
          apiVersion: v1
          kind: Pod
          metadata: { name: shop }
          spec:
            restartPolicy: Always # the pod is a server
            dnsPolicy: ClusterFirst
            os: {}
            containers: [{ name: web, image: nginx }]
        `,
      },
    ],
  },
  check(resource, { report }) {
    const { spec } = podOf(resource);
    const os = spec.get('os');
    const name = os.get('name');
    const preemption = spec.get('preemptionPolicy');
    if (preemption.value === '') requireText(report, preemption, 'PreemptLowerPriority or Never');
    if (os.value !== undefined) requireText(report, name, 'linux or windows');
    const values = [
      [spec.get('restartPolicy'), ['Always', 'OnFailure', 'Never']],
      [spec.get('dnsPolicy'), ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None']],
      [preemption, ['PreemptLowerPriority', 'Never']],
    ] as const;
    for (const [field, allowed] of values) {
      if (!isEmptyText(field)) requireOneOf(report, field, allowed);
    }
    if (!isEmptyText(name)) requireOneOf(report, name, ['linux', 'windows'], { path: os.path });
  },
});
