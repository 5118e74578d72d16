import { defineRule, yaml } from '../../src/rule/rule.ts';

const POLICIES: readonly string[] = ['AlwaysAllow', 'IfHealthyBudget'];

export default defineRule({
  id: 'disruption-budget/eviction-policy',
  kinds: ['PodDisruptionBudget'],
  severity: 'error',
  summary: 'unhealthyPodEvictionPolicy is AlwaysAllow or IfHealthyBudget.',
  details: `
\`unhealthyPodEvictionPolicy\` says what becomes of pods that run but are not ready when someone wants to evict
them. With \`AlwaysAllow\` they may always go; with \`IfHealthyBudget\`, which is also what holds where the field
is absent, only while enough other pods are healthy, so that pods in a crash loop can keep a node from
being drained.

The API server knows these two and refuses anything else, the empty text included.
`,
  reference:
    'https://kubernetes.io/docs/tasks/run-application/configure-pdb/#unhealthy-pod-eviction-policy',
  messages: {
    unsupported: {
      text: "there is no eviction policy '{policy}'; there are AlwaysAllow and IfHealthyBudget",
      help: 'leave the field out for IfHealthyBudget',
      cause: 'FieldValueNotSupported',
      rows: ['pdb-eviction-policy'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: web }
        spec:
          maxUnavailable: 1
          selector: { matchLabels: { app: web } }
          unhealthyPodEvictionPolicy: Always
          #                           ^^^^^^ expect: unsupported
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
    const policy = resource.root.get('spec').get('unhealthyPodEvictionPolicy');
    if (policy.value !== undefined && !POLICIES.includes(policy.value)) {
      report('unsupported', policy, { policy: policy.value });
    }
  },
});
