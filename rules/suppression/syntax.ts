import { documentationUrl } from '../../src/result/document-urls.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'suppression/syntax',
  on: 'run',
  severity: 'warning',
  summary: 'A suppression names rules, and gives a reason.',
  details: `
A suppression is a comment \`# kubeadmit: ignore[rule] reason\`, with one or more rules or families between the brackets,
separated by commas. In JSON, and in manifests that a tool writes, it is an annotation:

\`\`\`yaml
metadata:
  annotations:
    kubeadmit.dev/ignore: "webhook/timeout: reason"
\`\`\`

Each line of the annotation has rules and a reason. Without a reason nothing is suppressed: whoever reads the manifest
next has to know whether the suppression is still needed.
`,
  reference: documentationUrl('suppressions'),
  messages: {
    noRules: {
      text: 'this suppression names no rule, so it has no effect',
      help: 'use the form # kubeadmit: ignore[rule] reason',
    },
    noReason: {
      text: 'this suppression has no reason, so {rules} is still reported',
      help: 'add the reason after the closing bracket, or after the colon in the annotation',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: compute }
        spec: {} # kubeadmit: ignore resource-quota/no-effect
        #        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: noRules
      `,
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          annotations:
            kubeadmit.dev/ignore: resource-quota/no-effect
            #                     ^^^^^^^^^^^^^^^^^^^^^^^^ expect: noReason
        spec: {}
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ResourceQuota
        metadata:
          name: compute
          annotations:
            kubeadmit.dev/ignore: "resource-quota/no-effect: filled in by the platform team"
        spec: {}
      `,
    ],
  },
});
