import { defineRule, yaml } from '../../src/rule/rule.ts';
import { percentProblem } from '../../src/server/kubernetes/formats/percent.ts';

export default defineRule({
  id: 'disruption-budget/numbers',
  on: 'object',
  kinds: ['PodDisruptionBudget'],
  severity: 'error',
  summary:
    'The fields minAvailable and maxUnavailable are integers of at least 0, or percentages up to 100%.',
  details: `
Both fields are either an integer that is not negative, or a string with an integer and a percent sign, up to \`100%\`. A
percentage refers to the number of pods that the controller expects, and is rounded up. A string is never converted to an
integer: the API server refuses \`"1"\` in quotes, and also \`50 %\` and \`12.5%\`.
`,
  reference:
    'https://kubernetes.io/docs/tasks/run-application/configure-pdb/#specifying-a-poddisruptionbudget',
  messages: {
    negative: {
      text: '{field} is {value}; it must not be negative',
      help: 'use an integer of at least 0, or a percentage',
      cause: 'FieldValueInvalid',
      rows: ['pdb-min-negative', 'pdb-max-negative', 'pdb-metadata-after-spec'],
    },
    quoted: {
      text: "{field} is the string '{value}'; a string must be a percentage",
      help: 'remove the quotes, or append a percent sign',
      cause: 'FieldValueInvalid',
      rows: ['pdb-min-percent-format', 'pdb-max-percent-format'],
    },
    format: {
      text: "{field} is '{value}'; it must be an integer or a percentage",
      help: 'use an integer such as 1, or a percentage such as 50%',
      cause: 'FieldValueInvalid',
      rows: ['pdb-min-percent-format', 'pdb-max-percent-format'],
    },
    over: {
      text: '{field} is {value}; it must not be more than 100%',
      help: 'use a percentage from 0% to 100%',
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
      if (typeof value === 'number' && value < 0)
        report({ message: 'negative', at: field, values: { field: name, value } });
      if (typeof value !== 'string') continue;
      const problem = percentProblem(value);
      if (problem === 'over-100')
        report({ message: 'over', at: field, values: { field: name, value } });
      else if (problem === 'format') {
        report({
          message: /^[0-9]+$/.test(value) ? 'quoted' : 'format',
          at: field,
          values: { field: name, value },
        });
      }
    }
  },
});
