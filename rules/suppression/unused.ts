import { documentationUrl } from '../../src/result/document-urls.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'suppression/unused',
  on: 'run',
  severity: 'warning',
  summary: 'A suppression is for something that is reported.',
  details: `
A comment \`# kubeadmit: ignore[rule] reason\` or an annotation \`kubeadmit.dev/ignore\` names a rule that reports nothing in
this place. The suppression has no effect today, and would hide a new mistake tomorrow.

A comment on a line of its own is for the next line with content, and for a scalar that begins on that line; above the
first key, it is for the document, and above the first key of an item of a List for that item. At the end of a line, it
is for that line.

A run for other Kubernetes minors may report more. Give the range of minors that you use in \`.kubeadmit.yaml\`.
`,
  reference: documentationUrl('suppressions'),
  messages: {
    unused: {
      text: '{name} reports nothing here, so there is nothing to suppress',
      help: 'remove {name} from the suppression, or move it to the line that it is for',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: compute }
        spec:
          # kubeadmit: ignore[field/unknown] the field is named differently in our fork
          #                   ^^^^^^^^^^^^^ expect: unused
          hard: { pods: "10" }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: compute }
        spec:
          # kubeadmit: ignore[field/unknown] a fixture: the server has to refuse it
          hrad: { pods: "10" }
          hard: { pods: "10" }
      `,
    ],
  },
});
