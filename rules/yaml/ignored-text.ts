import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'yaml/ignored-text',
  on: 'text',
  severity: 'error',
  summary: 'A file has no text after the end of a document.',
  details: `
A line with \`...\` ends a YAML document. kubectl splits a file at lines that start with \`---\`, and reads only the first document of
each part. So it ignores everything from \`...\` to the next \`---\`, without an error.

kubectl stops at a line with text other than a comment after \`---\`. It reads neither the document before that line nor
anything after it.

Separate documents with \`---\` on a line of its own, and remove \`...\`.
`,
  reference: 'https://yaml.org/spec/1.2.2/#912-document-markers',
  messages: {
    ignored: {
      text: 'kubectl ignores the text from here to the next ---, because the document has ended before it',
      help: 'add a line with --- before it',
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
  check({ part }, { report }) {
    const { content } = part;
    const isRead = content.kind === 'value';
    const { ignored } = isRead ? content.document : content.refusal;
    if (ignored === undefined) return;
    report({
      message: isRead ? 'ignored' : 'afterSeparator',
      at: { span: ignored, field: null, related: [] },
    });
  },
});
