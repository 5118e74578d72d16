import { enumFix } from '../../src/analysis/fields/value-fixes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const POLICIES: readonly string[] = ['AlwaysAllow', 'IfHealthyBudget'];

export default defineRule({
  id: 'disruption-budget/eviction-policy',
  on: 'object',
  kinds: ['PodDisruptionBudget'],
  severity: 'error',
  summary: 'The unhealthyPodEvictionPolicy is AlwaysAllow or IfHealthyBudget.',
  details: `
\`unhealthyPodEvictionPolicy\` determines when pods can be evicted that are running, but not ready. With \`AlwaysAllow\` they can
always be evicted. With \`IfHealthyBudget\`, the default, they can be evicted only if enough other pods are healthy. So
pods in a crash loop can block a node from being drained.

The API server refuses all other values, including the empty string.
`,
  reference:
    'https://kubernetes.io/docs/tasks/run-application/configure-pdb/#unhealthy-pod-eviction-policy',
  messages: {
    unsupported: {
      text: "unhealthyPodEvictionPolicy is '{policy}'; it must be AlwaysAllow or IfHealthyBudget",
      help: 'use AlwaysAllow, or remove the field for the default of IfHealthyBudget',
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
    fixed: [
      {
        before: yaml`
          apiVersion: policy/v1
          kind: PodDisruptionBudget
          metadata: { name: web }
          spec:
            maxUnavailable: 1
            selector: { matchLabels: { app: web } }
            unhealthyPodEvictionPolicy: alwaysAllow # for drains
        `,
        after: yaml`
          apiVersion: policy/v1
          kind: PodDisruptionBudget
          metadata: { name: web }
          spec:
            maxUnavailable: 1
            selector: { matchLabels: { app: web } }
            unhealthyPodEvictionPolicy: AlwaysAllow # for drains
        `,
      },
    ],
  },
  check(resource, { report }) {
    const policy = resource.root.get('spec').get('unhealthyPodEvictionPolicy');
    if (policy.value !== undefined && !POLICIES.includes(policy.value)) {
      const fix = enumFix(policy, POLICIES);
      report({ message: 'unsupported', at: policy, values: { policy: policy.value }, fix });
    }
  },
});
