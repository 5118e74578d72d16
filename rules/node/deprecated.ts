import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'node/deprecated',
  on: 'object',
  kinds: ['Node'],
  severity: 'warning',
  summary: 'A Node has no externalID.',
  details: `
\`spec.externalID\` has had no effect since Kubernetes 1.11. The server warns about it. \`spec.providerID\` is the identifier
of the machine in the cloud.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/node-v1/#NodeSpec',
  messages: {
    externalId: {
      text: 'externalID is deprecated, and has no effect',
      help: 'remove it',
      cause: 'Warning',
      rows: ['node-external-id'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Node
        metadata: { name: node-1 }
        spec:
          externalID: i-1234
          #           ^^^^^^ expect: externalId
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Node
        metadata: { name: node-1 }
        spec:
          providerID: cloud:///i-1234
      `,
    ],
  },
  check({ root }, { report }) {
    const id = root.get('spec').get('externalID');
    if ((id.value ?? '') !== '') report({ message: 'externalId', at: id });
  },
});
