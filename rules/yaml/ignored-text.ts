import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'yaml/ignored-text',
  severity: 'error',
  summary: 'No text stands where nobody reads it.',
  details: `
A line with three dots ends a YAML document. kubectl splits a file at lines that begin with three dashes
and reads only the first document of each part, so whatever follows the dots up to the next \`---\` is never read:
no error, no object.

kubectl stops at a line that has other text than a comment after the three dashes. It reads neither the document
before that line nor anything after it.

Write \`---\` between documents, on a line of its own, and leave the dots out.
`,
  reference: 'https://yaml.org/spec/1.2.2/#912-document-markers',
  messages: {
    ignored: {
      text: 'nothing from here to the next --- is ever read: the document ended before it',
      help: 'write --- on a line of its own before it',
      rows: ['lint-yaml-after-document-end', 'yaml-document-end'],
    },
    afterSeparator: {
      text: 'nothing from here to the end of the file is read: kubectl stops at the line with ---',
      help: 'move the text after --- to a line of its own',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: compute }
        spec:
          hard: { pods: "10" }
        ...
        apiVersion: v1 # expect: ignored
        kind: ResourceQuota
        metadata: { name: objects }
        spec:
          hard: { configmaps: "10" }
      `,
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: compute }
        --- second document
        apiVersion: v1 # expect: afterSeparator
        kind: ResourceQuota
        metadata: { name: objects }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: compute }
        spec:
          hard: { pods: "10" }
        ---
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: objects }
        spec:
          hard: { configmaps: "10" }
      `,
    ],
  },
  checkText({ part }, { report }) {
    const { content } = part;
    const isRead = content.kind === 'value';
    const { ignored } = isRead ? content.document : content.refusal;
    if (ignored === undefined) return;
    report(isRead ? 'ignored' : 'afterSeparator', { span: ignored, field: null, related: [] });
  },
});
