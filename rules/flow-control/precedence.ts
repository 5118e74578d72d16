import { defineRule, yaml } from '../../src/rule/rule.ts';

const LARGEST = 10_000;

export default defineRule({
  id: 'flow-control/precedence',
  kinds: ['FlowSchema'],
  severity: 'error',
  summary: 'The matchingPrecedence of a FlowSchema is between 2 and 10000.',
  details: `
A request may match several FlowSchemas; the one with the smallest \`matchingPrecedence\` takes it. The API
server allows 1 to 10000, and 1 is kept for its own schema \`exempt\`, so that nothing can get in front of
the administrators of the cluster. Without the field, or with 0, it is 1000.

The schemas that every cluster has lie between 2 and 9900 (\`global-default\`), so write a number below
9000 to be asked before those for all service accounts.
`,
  reference: 'https://kubernetes.io/docs/concepts/cluster-administration/flow-control/#flowschema',
  messages: {
    notPositive: {
      text: 'matchingPrecedence is {value}; it must be between 2 and 10000',
      help: 'leave it out for 1000',
      cause: 'FieldValueInvalid',
      rows: ['fs-precedence-not-positive'],
    },
    tooLarge: {
      text: 'matchingPrecedence is {value}; the largest is 10000',
      help: 'write 9999 or less to come before catch-all, which has 10000',
      cause: 'FieldValueInvalid',
      rows: ['fs-precedence-too-large'],
    },
    reserved: {
      text: "matchingPrecedence 1 is kept for the server's own FlowSchema 'exempt'",
      help: 'write 2 or more',
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
    if (value <= 0) report('notPositive', precedence, { value });
    if (value > LARGEST) report('tooLarge', precedence, { value });
    if (value === 1 && resource.root.get('metadata').get('name').value !== 'exempt') {
      report('reserved', precedence);
    }
  },
});
