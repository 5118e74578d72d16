import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'disruption-budget/one-number',
  kinds: ['PodDisruptionBudget'],
  severity: 'error',
  summary: 'A PodDisruptionBudget has minAvailable or maxUnavailable, not both.',
  details: `
\`minAvailable\` says how many of the selected pods must be there after an eviction, \`maxUnavailable\` how many
may be missing. They are two ways to say one thing, so the API server refuses an object with both, also
where they agree. Helm charts that set one of them while the other has a default run into this: set that one
to null.

\`maxUnavailable\` keeps its meaning when the number of replicas changes and is the better choice for pods of a
Deployment or StatefulSet.
`,
  reference:
    'https://kubernetes.io/docs/tasks/run-application/configure-pdb/#specifying-a-poddisruptionbudget',
  messages: {
    both: {
      text: 'the budget has both minAvailable and maxUnavailable; the server takes one of them',
      help: 'keep maxUnavailable, and leave the other one out',
      cause: 'FieldValueInvalid',
      rows: ['pdb-both-set'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: web }
        spec:
          minAvailable: 2
          maxUnavailable: 1
        # ^^^^^^^^^^^^^^ expect: both
          selector: { matchLabels: { app: web } }
      `,
    ],
    good: [
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: web }
        spec:
          minAvailable: null
          maxUnavailable: 1
          selector: { matchLabels: { app: web } }
      `,
    ],
  },
  check(resource, { report }) {
    const spec = resource.root.get('spec');
    const least = spec.get('minAvailable');
    const most = spec.get('maxUnavailable');
    if (least.value === undefined || most.value === undefined) return;
    report(
      'both',
      most,
      {},
      {
        side: 'key',
        path: spec.path,
        related: [{ span: least.location('key').span, message: 'the other one' }],
      },
    );
  },
});
