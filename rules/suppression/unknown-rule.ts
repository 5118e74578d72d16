import { documentationUrl } from '../../src/result/document-urls.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'suppression/unknown-rule',
  on: 'run',
  severity: 'warning',
  summary: 'A suppression names rules and families that exist.',
  details: `
A comment \`# kubeadmit: ignore[rule] reason\` or an annotation \`kubeadmit.dev/ignore\` names a rule that does not exist,
so it suppresses nothing. \`kubeadmit rules\` lists all rules; the part before the slash is the family.
`,
  reference: documentationUrl('suppressions'),
  messages: {
    unknown: { text: 'unknown rule or family {name}{suggestion}' },
  },
  examples: {
    bad: [
      yaml`
        # kubeadmit: ignore[resource-quota/no-efect] filled in by the platform team
        #                   ^^^^^^^^^^^^^^^^^^^^^^^ expect: unknown
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: compute }
        spec: {}
      `,
    ],
    good: [
      yaml`
        # kubeadmit: ignore[resource-quota/no-effect] filled in by the platform team
        apiVersion: v1
        kind: ResourceQuota
        metadata: { name: compute }
        spec: {}
      `,
    ],
  },
});
