import { requireValue, VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { hasGate } from '../../src/server/kubernetes/server.ts';

export default defineRule({
  id: 'pod-group/parent',
  on: 'object',
  kinds: ['PodGroup'],
  severity: 'error',
  summary: 'A PodGroup with a parent names the template in a Workload from which it was made.',
  details: `
\`parentCompositePodGroupName\` makes a PodGroup a part of a CompositePodGroup. Such a group needs \`workloadRef\`, the template from
which it was made. Without the feature gate \`CompositePodGroup\`, the server drops the name of the parent.
`,
  reference: 'https://kubernetes.io/docs/concepts/scheduling-eviction/gang-scheduling/',
  messages: { required: { ...VALUE_MESSAGES.required, rows: ['pod-group-parent'] } },
  examples: {
    bad: [
      yaml`
        apiVersion: scheduling.k8s.io/v1beta1
        kind: PodGroup
        metadata: { name: workers, namespace: jobs }
        spec: # expect: required
          parentCompositePodGroupName: training
          schedulingPolicy: { basic: {} }
      `,
    ],
    good: [
      yaml`
        apiVersion: scheduling.k8s.io/v1beta1
        kind: PodGroup
        metadata: { name: workers, namespace: jobs }
        spec:
          parentCompositePodGroupName: training
          workloadRef: { workloadName: training, templateName: workers }
          schedulingPolicy: { basic: {} }
      `,
    ],
  },
  check({ root }, { report, server }) {
    const spec = root.get('spec');
    const { value: parent } = spec.get('parentCompositePodGroupName');
    if (parent === undefined || hasGate(server, 'CompositePodGroup', false)) return;
    requireValue(report, spec.get('workloadRef'), 'the Workload and the name of the template');
  },
});
