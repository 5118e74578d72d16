import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'disruption-budget/one-number',
  on: 'object',
  kinds: ['PodDisruptionBudget'],
  severity: 'error',
  summary: 'A PodDisruptionBudget has either minAvailable or maxUnavailable.',
  details: `
\`minAvailable\` is the number of selected pods that must be available after an eviction, \`maxUnavailable\` the number that can
be unavailable. The API server refuses a budget with both fields, even if they agree. With a Helm chart this happens if you
set one field while the other has a default: set that one to null.

\`maxUnavailable\` also works when the number of replicas changes, so it is recommended for the pods of a Deployment or
StatefulSet.
`,
  reference:
    'https://kubernetes.io/docs/tasks/run-application/configure-pdb/#specifying-a-poddisruptionbudget',
  messages: {
    both: {
      text: 'minAvailable and maxUnavailable exclude each other',
      help: 'keep maxUnavailable, and remove minAvailable',
      cause: 'FieldValueInvalid',
      rows: ['pdb-both-set'],
      dependsOn: ['spec.minAvailable', 'spec.maxUnavailable'],
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
    report({
      message: 'both',
      at: most,
      side: 'key',
      path: spec.path,
      related: [{ span: least.location('key').span, message: 'the other field' }],
    });
  },
});
