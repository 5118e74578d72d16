import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'yaml/syntax',
  on: 'text',
  severity: 'error',
  summary: 'The text is valid YAML or JSON for kubectl and the API server.',
  details: `
kubeadmit reads YAML like go-yaml, the parser of kubectl and the API server. They refuse the same documents, and then apply
nothing from them. Other documents of the file are applied, so the cluster may get only a part of the file.

A file is reported only if it is meant for Kubernetes, which is so if it has a line that starts with \`apiVersion:\`.
`,
  reference: 'https://yaml.org/spec/1.2.2/',
  messages: {
    unreadable: { text: '{problem}', cause: 'Undecodable' },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          labels: { team: shop
        spec: # expect: unreadable
          hard: { pods: "10" }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          labels: { team: shop }
        spec:
          hard: { pods: "10" }
      `,
    ],
  },
  check({ part }, { report }) {
    if (part.content.kind === 'value') return;
    const { message, span, related } = part.content.refusal;
    report({
      message: 'unreadable',
      at: { span, field: null, related },
      values: { problem: message },
    });
  },
});
