import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'yaml/ignored-text',
  severity: 'error',
  summary: 'A file has no text after the end of a document.',
  details: `
A line with \`...\` ends a YAML document. kubectl splits a file at lines that start with \`---\`, and reads only the first document of
each part. So it ignores everything from \`...\` to the next \`---\`, without an error.

Separate documents with \`---\`, and remove \`...\`.
`,
  reference: 'https://yaml.org/spec/1.2.2/#912-document-markers',
  messages: {
    ignored: {
      text: 'kubectl ignores the text from here to the next ---, because the document has ended before it',
      help: 'add a line with --- before it',
      rows: ['lint-yaml-after-document-end', 'yaml-document-end'],
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
    if (part.content.kind === 'refused') return;
    const { ignored } = part.content.document;
    if (ignored !== undefined) report('ignored', { span: ignored, field: null, related: [] });
  },
});
