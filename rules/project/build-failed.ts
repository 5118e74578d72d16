import { documentationUrl } from '../../src/result/document-urls.ts';
import { defineRule } from '../../src/rule/rule.ts';

/** The reason for the lack of examples. */
const withoutExample =
  'the examples of rules are manifests, and this is about charts and kustomizations';

export default defineRule({
  id: 'project/build-failed',
  on: 'run',
  severity: 'error',
  summary: 'With `--render`, charts and kustomizations can be built.',
  details: `
With \`--render\`, charts are rendered by \`helm template\`, and kustomizations by \`kustomize build\` or
\`kubectl kustomize\`. What the program refuses cannot be applied either. The finding is at the file and the line
that the program names, with its message.

A file that a kustomization lists and that does not exist is only information, as other programs may make it before the build;
see \`project/missing-file\`.

A build that reaches a limit of time, output or memory is a finding too, because nothing is known about its objects.

Builds that need what the repository does not contain are not findings: charts that are not vendored, remote bases, plugins,
and charts that demand values. The run names them, and judges their files as without \`--render\`.
`,
  reference: documentationUrl('rendered'),
  messages: {
    failed: {
      text: 'cannot be built: {problem}',
      withoutExample,
    },
    missing: {
      text: "cannot be built: '{problem}' does not exist unless another program creates it first",
      severity: 'info',
      withoutExample,
    },
  },
  examples: { bad: [], good: [] },
});
