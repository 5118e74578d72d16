import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'disruption-budget/unhealthy-pods',
  on: 'object',
  kinds: ['PodDisruptionBudget'],
  severity: 'info',
  summary: 'Pods that are not ready can be evicted.',
  details: `
The default of \`unhealthyPodEvictionPolicy\` is \`IfHealthyBudget\`: a running pod that is not ready can be evicted only if
enough other pods are ready. So an application whose pods are in a crash loop blocks its nodes from being drained, although
an eviction would cause no disruption.

The Kubernetes documentation recommends \`AlwaysAllow\`, with which such pods can always be evicted. Set \`IfHealthyBudget\`
explicitly if pods that are not ready can still hold data that must not be lost.
`,
  reference:
    'https://kubernetes.io/docs/tasks/run-application/configure-pdb/#unhealthy-pod-eviction-policy',
  messages: {
    absent: {
      text: 'without unhealthyPodEvictionPolicy, pods that are not ready can block a node from being drained',
      help: 'add unhealthyPodEvictionPolicy: AlwaysAllow, or IfHealthyBudget if it is intended',
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
    // An absent field may be one of a wrong type.
    if (resource.undecodable) return;
    const spec = resource.root.get('spec');
    const selector = spec.get('selector');
    const policy = spec.get('unhealthyPodEvictionPolicy');
    if (policy.absent && !spec.pruned && !selector.absent)
      report({ message: 'absent', at: policy });
  },
});
