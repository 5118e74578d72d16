import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'disruption-budget/never-allows',
  kinds: ['PodDisruptionBudget'],
  severity: 'warning',
  summary: 'A budget lets a pod be evicted some time.',
  details: `
A budget that never has anything to spare stops every eviction: \`kubectl drain\` waits for good, nodes are not
upgraded, and the cluster autoscaler cannot take one away. Either someone deletes the budget by hand at
the worst moment, or the provider's upgrade goes over it when its patience is at an end.

Such are \`maxUnavailable: 0\`, \`minAvailable: 100%\`, and a budget with neither number: the controller then
expects no pods, and where none is expected none may be missed.

Write \`maxUnavailable: 1\`, which lets a drain proceed pod by pod. With a single replica that is a short
outage; if it must not be, run a second replica.
`,
  reference: 'https://kubernetes.io/docs/tasks/run-application/configure-pdb/',
  messages: {
    zero: {
      text: 'with maxUnavailable {value} no healthy pod may ever be evicted, so draining a node never ends',
      help: 'write 1 or more',
      rows: ['lint-pdb-blocks-all-zero'],
    },
    all: {
      text: 'with minAvailable {value} no healthy pod may ever be evicted, so draining a node never ends',
      help: 'write maxUnavailable: 1 instead',
      rows: ['lint-pdb-blocks-all-hundred'],
    },
    neither: {
      text: 'without minAvailable and maxUnavailable no healthy pod may ever be evicted',
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
    // What is missing may only be ill-typed.
    if (resource.undecodable) return;
    const spec = resource.root.get('spec');
    const least = spec.get('minAvailable');
    const most = spec.get('maxUnavailable');
    if (most.value === 0 || isPercentage(most.value, 0))
      report('zero', most, { value: most.value });
    if (isPercentage(least.value, 100)) report('all', least, { value: least.value });
    if (least.absent && most.absent && !spec.pruned) report('neither', spec, {}, { side: 'key' });
  },
});

function isPercentage(value: number | string | undefined, percent: number): value is string {
  const digits = /^([0-9]+)%$/.exec(String(value))?.[1];
  return digits !== undefined && Number(digits) === percent;
}
