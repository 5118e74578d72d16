import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The two priorities and the largest that each can be. */
const PRIORITIES = [
  {
    field: 'groupPriorityMinimum',
    largest: 20_000,
    usual: 'most extension servers have 100 to 2000',
  },
  { field: 'versionPriority', largest: 1000, usual: '100 is a good choice for the only version' },
] as const;

export default defineRule({
  id: 'apiservice/priorities',
  kinds: ['APIService'],
  severity: 'error',
  summary:
    'An APIService has a groupPriorityMinimum from 1 to 20000 and a versionPriority from 1 to 1000.',
  details: `
The priorities order API groups, and the versions within one, in discovery: clients such as kubectl take the
first group and version that has what they are asked for. Both must be given, since the API server takes an
absent one for 0. (Its message says \`less than\`; the largest values themselves are fine.)

Stay well below 18000 with the group: from there on \`kubectl get pods\` might find another \`pods\` first.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/api-service-v1/',
  messages: {
    missing: {
      text: '{field} is missing; it must be between 1 and {largest}',
      help: '{usual}',
      cause: 'FieldValueInvalid',
      rows: ['as-group-priority-range', 'as-version-priority-range'],
    },
    range: {
      text: '{field} is {value}; it must be between 1 and {largest}',
      help: '{usual}',
      cause: 'FieldValueInvalid',
      rows: ['as-group-priority-range', 'as-version-priority-range'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apiregistration.k8s.io/v1
        kind: APIService
        metadata: { name: v1.metrics.example.com }
        spec: # expect: missing
          group: metrics.example.com
          version: v1
          groupPriorityMinimum: 100
      `,
      yaml`
        apiVersion: apiregistration.k8s.io/v1
        kind: APIService
        metadata: { name: v1.metrics.example.com }
        spec:
          group: metrics.example.com
          version: v1
          groupPriorityMinimum: 25000
          #                     ^^^^^ expect: range
          versionPriority: 100
      `,
    ],
    good: [
      yaml`
        apiVersion: apiregistration.k8s.io/v1
        kind: APIService
        metadata: { name: v1.metrics.example.com }
        spec:
          group: metrics.example.com
          version: v1
          groupPriorityMinimum: 20000
          versionPriority: 1000
      `,
    ],
  },
  check(resource, { report }) {
    for (const { field, largest, usual } of PRIORITIES) {
      const priority = resource.root.get('spec').get(field);
      const { value } = priority;
      if (priority.absent) report('missing', priority, { field, largest, usual });
      else if (value !== undefined && (value <= 0 || value > largest)) {
        report('range', priority, { field, value, largest, usual });
      }
    }
  },
});
