import { defineRule, yaml } from '../../src/rule/rule.ts';

const LARGEST = 10_000;

export default defineRule({
  id: 'flow-control/precedence',
  on: 'object',
  kinds: ['FlowSchema'],
  severity: 'error',
  summary: 'The matchingPrecedence of a FlowSchema is between 2 and 10000.',
  details: `
If several FlowSchemas match a request, the one with the lowest \`matchingPrecedence\` is used. The value must be between 1
and 10000, and 1 is reserved for the built-in FlowSchema \`exempt\`. The default is 1000, also for the value 0.

The built-in FlowSchemas have values between 1 (\`exempt\`) and 10000 (\`catch-all\`). Use a value below 9000 for a FlowSchema
that must be used before \`service-accounts\`.
`,
  reference: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema',
  messages: {
    notPositive: {
      text: 'matchingPrecedence is {value}; it must be between 2 and 10000',
      help: 'use a value between 2 and 10000, or remove matchingPrecedence for the default of 1000',
      cause: 'FieldValueInvalid',
      rows: ['fs-precedence-not-positive'],
    },
    tooLarge: {
      text: 'matchingPrecedence is {value}; it must be between 2 and 10000',
      help: 'use 9999 or less, so that the FlowSchema comes before catch-all, which has 10000',
      cause: 'FieldValueInvalid',
      rows: ['fs-precedence-too-large'],
    },
    reserved: {
      text: "matchingPrecedence 1 is reserved for the built-in FlowSchema 'exempt'",
      help: 'use 2 or more',
      cause: 'FieldValueInvalid',
      rows: ['fs-precedence-one-reserved'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: backups }
        spec:
          matchingPrecedence: -1
          #                   ^^ expect: notPositive
          priorityLevelConfiguration: { name: workload-low }
      `,
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: backups }
        spec:
          matchingPrecedence: 100000
          #                   ^^^^^^ expect: tooLarge
          priorityLevelConfiguration: { name: workload-low }
      `,
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: backups }
        spec:
          matchingPrecedence: 1
          #                   ^ expect: reserved
          priorityLevelConfiguration: { name: workload-low }
      `,
    ],
    good: [
      yaml`
        apiVersion: flowcontrol.apiserver.k8s.io/v1
        kind: FlowSchema
        metadata: { name: backups }
        spec:
          matchingPrecedence: 800
          priorityLevelConfiguration: { name: workload-low }
      `,
    ],
  },
  check(resource, { report }) {
    const precedence = resource.root.get('spec').get('matchingPrecedence');
    const { value } = precedence;
    if (value === undefined) return;
    if (value <= 0) report({ message: 'notPositive', at: precedence, values: { value } });
    if (value > LARGEST) report({ message: 'tooLarge', at: precedence, values: { value } });
    if (value === 1 && resource.root.get('metadata').get('name').value !== 'exempt') {
      report({ message: 'reserved', at: precedence });
    }
  },
});
