import { defineRule, yaml } from '../../src/rule/rule.ts';

/** The two priorities, the largest value of each, and a usual one. */
const PRIORITIES = [
  { field: 'groupPriorityMinimum', largest: 20_000, usual: 'from 100 to 2000' },
  { field: 'versionPriority', largest: 1000, usual: 'such as 100' },
] as const;

export default defineRule({
  id: 'apiservice/priorities',
  on: 'object',
  kinds: ['APIService'],
  severity: 'error',
  summary:
    'An APIService has a groupPriorityMinimum from 1 to 20000 and a versionPriority from 1 to 1000.',
  details: `
The priorities determine the order of API groups, and of the versions of a group, in discovery. Clients such as
kubectl use the first group and version with the resource that they look for. Both fields are required, because the
API server reads an absent one as 0. (Its message says \`less than\`, but it accepts the largest values too.)

The groups of Kubernetes have 18000 and less. With a higher \`groupPriorityMinimum\`, \`kubectl get pods\` could
mean the \`pods\` of your group.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/api-service-v1/',
  messages: {
    missing: {
      text: 'spec.{field} is required; it must be between 1 and {largest}',
      help: 'add {field} with a value {usual}',
      cause: 'FieldValueInvalid',
      rows: ['as-group-priority-range', 'as-version-priority-range'],
    },
    range: {
      text: '{field} is {value}; it must be between 1 and {largest}',
      help: 'use a value {usual}',
      cause: 'FieldValueInvalid',
      rows: ['as-group-priority-range', 'as-version-priority-range'],
      explainsInField: ['apiservice/discovery-order'],
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
      if (priority.absent)
        report({ message: 'missing', at: priority, values: { field, largest, usual } });
      else if (value !== undefined && (value <= 0 || value > largest)) {
        report({ message: 'range', at: priority, values: { field, value, largest, usual } });
      }
    }
  },
});
