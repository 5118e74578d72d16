import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'disruption-budget/unhealthy-pods',
  kinds: ['PodDisruptionBudget'],
  severity: 'info',
  summary: 'Pods that do not work anyway may be evicted.',
  details: `
Where \`unhealthyPodEvictionPolicy\` is not said, it is \`IfHealthyBudget\`: a running pod that is not ready may be
evicted only while enough others are. So an application whose pods crash in a loop blocks the draining of
its nodes for as long as nobody repairs it, though nothing would be lost.

\`AlwaysAllow\` lets such pods go, and the Kubernetes documentation recommends it. Keep the default, and say so,
where a pod that is not ready still holds something that must not be lost.
`,
  reference:
    'https://kubernetes.io/docs/tasks/run-application/configure-pdb/#unhealthy-pod-eviction-policy',
  messages: {
    absent: {
      text: 'without unhealthyPodEvictionPolicy, pods that are not ready may block the draining of a node',
      help: 'write unhealthyPodEvictionPolicy: AlwaysAllow, or IfHealthyBudget if that is meant',
      rows: ['lint-pdb-always-allow-missing'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: web }
        spec: # expect: absent
          maxUnavailable: 1
          selector: { matchLabels: { app: web } }
      `,
    ],
    good: [
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: web }
        spec:
          maxUnavailable: 1
          selector: { matchLabels: { app: web } }
          unhealthyPodEvictionPolicy: AlwaysAllow
      `,
    ],
  },
  check(resource, { report }) {
    // What is missing may only be ill-typed.
    if (resource.undecodable) return;
    const spec = resource.root.get('spec');
    const selector = spec.get('selector');
    const policy = spec.get('unhealthyPodEvictionPolicy');
    if (policy.absent && !spec.pruned && !selector.absent) report('absent', policy);
  },
});
