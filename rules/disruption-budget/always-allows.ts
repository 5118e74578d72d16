import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'disruption-budget/always-allows',
  on: 'object',
  kinds: ['PodDisruptionBudget'],
  severity: 'warning',
  summary: 'A PodDisruptionBudget does not allow the eviction of all pods at once.',
  details: `
With \`minAvailable: 0\` or \`maxUnavailable: 100%\`, all pods can be evicted at once, as if there were no budget. This is
often the default of a chart or template that nobody has changed.

Use \`maxUnavailable: 1\` to evict one pod at a time, or remove the budget.
`,
  reference: 'https://kubernetes.io/docs/tasks/run-application/configure-pdb/',
  messages: {
    noEffect: {
      text: '{field} {value} allows the eviction of all pods, so the budget has no effect',
      help: 'use maxUnavailable: 1, or remove the budget',
      rows: ['lint-pdb-useless-min'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: web }
        spec:
          minAvailable: 0
          #             ^ expect: noEffect
          selector: { matchLabels: { app: web } }
      `,
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: web }
        spec:
          maxUnavailable: 100%
          #               ^^^^ expect: noEffect
          selector: { matchLabels: { app: web } }
      `,
    ],
    good: [
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: web }
        spec:
          maxUnavailable: 50%
          selector: { matchLabels: { app: web } }
      `,
    ],
  },
  check(resource, { report }) {
    const spec = resource.root.get('spec');
    const least = spec.get('minAvailable');
    const most = spec.get('maxUnavailable');
    if (least.value !== undefined && /^0+%?$/.test(String(least.value))) {
      report({
        message: 'noEffect',
        at: least,
        values: { field: 'minAvailable', value: least.value },
      });
    }
    if (most.value !== undefined && /^0*100%$/.test(String(most.value))) {
      report({
        message: 'noEffect',
        at: most,
        values: { field: 'maxUnavailable', value: most.value },
      });
    }
  },
});
