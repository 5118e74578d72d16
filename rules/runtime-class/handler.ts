import {
  requireFormat,
  requireText,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { labelProblem } from '../../src/analysis/metadata/names.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';

export default defineRule({
  id: 'runtime-class/handler',
  on: 'object',
  kinds: ['RuntimeClass'],
  severity: 'error',
  summary: 'A RuntimeClass has a handler, which the container runtime of the nodes knows.',
  details: `
\`handler\` is the name of a configuration of the container runtime on the nodes, such as \`runsc\` or \`kata\`. It is a DNS label, and
it cannot change.
`,
  reference: 'https://kubernetes.io/docs/concepts/containers/runtime-class/',
  messages: {
    required: { ...VALUE_MESSAGES.required, rows: ['runtime-class-handler'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['runtime-class-handler-format'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: node.k8s.io/v1
        kind: RuntimeClass # expect: required
        metadata: { name: kata }
      `,
      yaml`
        apiVersion: node.k8s.io/v1
        kind: RuntimeClass
        metadata: { name: kata }
        handler: Kata
        #        ^^^^ expect: invalid
      `,
    ],
    good: [
      yaml`
        apiVersion: node.k8s.io/v1
        kind: RuntimeClass
        metadata: { name: kata }
        handler: kata
      `,
    ],
  },
  check(resource, { report, minor }) {
    const handler = resource.root.get('handler');
    const cause = serverHas('handler-required', minor) ? 'FieldValueRequired' : 'FieldValueInvalid';
    const note: typeof report = (finding) => report({ cause, ...finding });
    if (requireText(note, handler, 'such as runsc')) requireFormat(report, handler, labelProblem);
  },
});
