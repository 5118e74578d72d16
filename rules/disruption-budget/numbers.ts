import { percentProblem } from '../../src/kubernetes/formats/percent.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'disruption-budget/numbers',
  kinds: ['PodDisruptionBudget'],
  severity: 'error',
  summary: 'minAvailable and maxUnavailable are numbers from 0, or percentages up to 100%.',
  details: `
Both fields take an integer, which may not be negative, or a text of digits and a percent sign up to
\`100%\`, which is taken of the pods that the controller expects and rounded up. A text is never taken for a
number: the API server refuses \`"1"\` in quotes, and \`50 %\` and \`12.5%\` too.
`,
  reference:
    'https://kubernetes.io/docs/tasks/run-application/configure-pdb/#specifying-a-poddisruptionbudget',
  messages: {
    negative: {
      text: '{field} is {value}; it must not be negative',
      cause: 'FieldValueInvalid',
      rows: ['pdb-min-negative', 'pdb-max-negative', 'pdb-metadata-after-spec'],
    },
    quoted: {
      text: "{field} is the text '{value}', not a number, and a text must be a percentage",
      help: 'write the number without quotes, or a percent sign behind it',
      cause: 'FieldValueInvalid',
      rows: ['pdb-min-percent-format', 'pdb-max-percent-format'],
    },
    format: {
      text: "{field} is '{value}', which is neither a number nor a percentage",
      help: 'write a number such as 1, or digits and a percent sign such as 50%',
      cause: 'FieldValueInvalid',
      rows: ['pdb-min-percent-format', 'pdb-max-percent-format'],
    },
    over: {
      text: '{field} is {value}; there is no more than 100%',
      cause: 'FieldValueInvalid',
      rows: ['pdb-min-percent-over-100', 'pdb-max-percent-over-100'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: web }
        spec:
          maxUnavailable: -1
          #               ^^ expect: negative
          selector: { matchLabels: { app: web } }
      `,
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: web }
        spec:
          maxUnavailable: "1"
          #               ^^^ expect: quoted
          selector: { matchLabels: { app: web } }
      `,
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: web }
        spec:
          minAvailable: 12.5%
          #             ^^^^^ expect: format
          selector: { matchLabels: { app: web } }
      `,
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: web }
        spec:
          minAvailable: 150%
          #             ^^^^ expect: over
          selector: { matchLabels: { app: web } }
      `,
    ],
    good: [
      yaml`
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: { name: web }
        spec:
          maxUnavailable: 25%
          selector: { matchLabels: { app: web } }
      `,
    ],
  },
  check(resource, { report }) {
    for (const name of ['minAvailable', 'maxUnavailable'] as const) {
      const field = resource.root.get('spec').get(name);
      const { value } = field;
      if (typeof value === 'number' && value < 0) report('negative', field, { field: name, value });
      if (typeof value !== 'string') continue;
      const problem = percentProblem(value);
      if (problem === 'over-100') report('over', field, { field: name, value });
      else if (problem === 'format') {
        report(/^[0-9]+$/.test(value) ? 'quoted' : 'format', field, { field: name, value });
      }
    }
  },
});
