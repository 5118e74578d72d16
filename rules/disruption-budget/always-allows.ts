import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'disruption-budget/always-allows',
  kinds: ['PodDisruptionBudget'],
  severity: 'warning',
  summary: 'A budget keeps some pods from being evicted together.',
  details: `
\`minAvailable: 0\` and \`maxUnavailable: 100%\` let all pods go at once, as if there were no budget. That is
mostly a default of a template that nobody has set.

Write \`maxUnavailable: 1\` to have pods evicted one by one, or leave the budget out.
`,
  reference: 'https://kubernetes.io/docs/tasks/run-application/configure-pdb/',
  messages: {
    useless: {
      text: '{field} {value} allows every eviction, so the budget does nothing',
      help: 'write maxUnavailable: 1, or leave the budget out',
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
          #             ^ expect: useless
          selector: { matchLabels: { app: web } }
      `,
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: web }
        spec:
          maxUnavailable: 100%
          #               ^^^^ expect: useless
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
      report('useless', least, { field: 'minAvailable', value: least.value });
    }
    if (most.value !== undefined && /^0*100%$/.test(String(most.value))) {
      report('useless', most, { field: 'maxUnavailable', value: most.value });
    }
  },
});
