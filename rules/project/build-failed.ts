import { documentationUrl } from '../../src/result/document-urls.ts';
import { defineRule } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'project/build-failed',
  on: 'run',
  severity: 'error',
  summary: 'With `--render`, charts and kustomizations can be built.',
  details: `
With \`--render\`, charts are rendered by \`helm template\`, and kustomizations by \`kustomize build\` or
\`kubectl kustomize\`. What the program refuses cannot be applied either. The finding is at the file and the line
that the program names, with its message.

Builds that need what the repository does not contain are no findings: charts that are not vendored, remote bases, plugins,
and charts that demand values. The run names them, and judges their files as without \`--render\`.
`,
  reference: documentationUrl('rendered'),
  messages: {
    failed: {
      text: 'cannot be built: {problem}',
      withoutExample:
        'the examples of rules are manifests, and this is about charts and kustomizations',
    },
  },
  examples: { bad: [], good: [] },
});
