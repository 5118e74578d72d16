import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'disruption-budget/never-allows',
  on: 'object',
  kinds: ['PodDisruptionBudget'],
  severity: 'warning',
  summary: 'A PodDisruptionBudget allows the eviction of at least one pod.',
  details: `
A budget that allows no eviction blocks \`kubectl drain\`, upgrades of nodes, and the cluster autoscaler when it removes a
node. Somebody then has to delete the budget, or an upgrade ignores it after a timeout.

This is so with \`maxUnavailable: 0\`, with \`minAvailable: 100%\`, and without both fields: then the controller allows no
disruptions.

Use \`maxUnavailable: 1\` to evict one pod at a time. An application with a single replica is then unavailable for a short
time. To prevent that, use a second replica.
`,
  reference: 'https://kubernetes.io/docs/tasks/run-application/configure-pdb/',
  messages: {
    zero: {
      text: 'with maxUnavailable {value}, no healthy pod can be evicted, so draining a node does not finish',
      help: 'use maxUnavailable: 1 or more',
      rows: ['lint-pdb-blocks-all-zero'],
    },
    all: {
      text: 'with minAvailable {value}, no healthy pod can be evicted, so draining a node does not finish',
      help: 'use maxUnavailable: 1 instead',
      rows: ['lint-pdb-blocks-all-hundred'],
    },
    neither: {
      text: 'without minAvailable and maxUnavailable, no healthy pod can be evicted, so draining a node does not finish',
      help: 'add maxUnavailable: 1',
      rows: ['lint-pdb-no-budget'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: web }
        spec:
          maxUnavailable: 0
          #               ^ expect: zero
          selector: { matchLabels: { app: web } }
      `,
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: web }
        spec:
          minAvailable: 100%
          #             ^^^^ expect: all
          selector: { matchLabels: { app: web } }
      `,
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: web }
        spec: # expect: neither
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
      `,
    ],
  },
  check(resource, { report }) {
    // An absent field may be one of a wrong type.
    if (resource.undecodable) return;
    const spec = resource.root.get('spec');
    const least = spec.get('minAvailable');
    const most = spec.get('maxUnavailable');
    if (most.value === 0 || isPercentage(most.value, 0))
      report({ message: 'zero', at: most, values: { value: most.value } });
    if (isPercentage(least.value, 100))
      report({ message: 'all', at: least, values: { value: least.value } });
    if (least.absent && most.absent && !spec.pruned)
      report({ message: 'neither', at: spec, side: 'key' });
  },
});

function isPercentage(value: number | string | undefined, percent: number): value is string {
  const digits = /^([0-9]+)%$/.exec(String(value))?.[1];
  return digits !== undefined && Number(digits) === percent;
}
