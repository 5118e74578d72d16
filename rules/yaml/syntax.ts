import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'yaml/syntax',
  severity: 'error',
  summary: 'The text is YAML (or JSON) as kubectl and the API server read it.',
  details: `
kubeadmit reads YAML as go-yaml does, the library of kubectl and the API server: what it refuses here, they
refuse, and nothing in that document is applied. Documents of the same file that can be read are
applied all the same, so a mistake in one of them may leave half of the file on the cluster.

A file that has no line beginning with \`apiVersion:\` is not meant for Kubernetes and is not
reported.
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
  checkText({ part }, { report }) {
    if (part.content.kind === 'value') return;
    const { message, span, related } = part.content.refusal;
    report('unreadable', { span, field: null, related }, { problem: message });
  },
});
