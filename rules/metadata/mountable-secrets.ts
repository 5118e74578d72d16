import { defineRule, yaml } from '../../src/rule/rule.ts';
import { minorsWith } from '../../src/server/kubernetes/server-changes.ts';

const ANNOTATION = 'kubernetes.io/enforce-mountable-secrets';

export default defineRule({
  id: 'metadata/mountable-secrets',
  on: 'object',
  kinds: ['ServiceAccount'],
  severity: 'warning',
  summary: 'Mounted Secrets are isolated by namespaces, not by an annotation.',
  details: `
With the annotation \`${ANNOTATION}\`, pods of a ServiceAccount can only mount the Secrets that it lists. It is
deprecated since Kubernetes 1.32, and the API server warns about it, unless the stored object has it too. Separate namespaces isolate Secrets.
`,
  reference:
    'https://kubernetes.io/docs/concepts/security/service-accounts/#enforce-mountable-secrets',
  messages: {
    deprecated: {
      text: `the annotation ${ANNOTATION} is deprecated since Kubernetes 1.32`,
      help: 'remove it, and keep Secrets that must be isolated in separate namespaces',
      cause: 'Warning',
      rows: ['service-account-mountable-secrets'],
      range: minorsWith('mountable-secrets-warnings'),
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: ServiceAccount
        metadata:
          name: shop
          annotations:
            kubernetes.io/enforce-mountable-secrets: "true" # expect: deprecated
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: ServiceAccount
        metadata: { name: shop }
      `,
    ],
  },
  check({ root, stored }, { report }) {
    const isKept =
      stored?.root.get('metadata').get('annotations').value?.[ANNOTATION] !== undefined;
    if (isKept) return;
    const annotations = root.get('metadata').get('annotations');
    const at = annotations.entry(ANNOTATION);
    if (at === undefined) return;
    const path = `${annotations.path}[${ANNOTATION}]`;
    report({ message: 'deprecated', at, side: 'key', path });
  },
});
