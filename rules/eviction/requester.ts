import { reportInvalid, VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const RESERVED = ['k8s.io', 'kubernetes.io'];

export default defineRule({
  id: 'eviction/requester',
  on: 'object',
  kinds: ['EvictionRequest'],
  severity: 'error',
  summary: 'The requester of an eviction has no domain of Kubernetes.',
  details: `
The \`requester\` of an EvictionRequest is a name with a domain that you own, such as \`example.com/drain\`. The domains \`k8s.io\` and
\`kubernetes.io\`, and all below them, are reserved for components of Kubernetes.
`,
  reference: 'https://kubernetes.io/docs/concepts/scheduling-eviction/',
  messages: { invalid: { ...VALUE_MESSAGES.invalid, rows: ['eviction-requester-domain'] } },
  examples: {
    bad: [
      yaml`
        apiVersion: lifecycle.k8s.io/v1alpha1
        kind: EvictionRequest
        metadata: { name: drain-web-0, namespace: shop }
        spec:
          requester: drain.kubernetes.io/web
          #          ^^^^^^^^^^^^^^^^^^^^^^^ expect: invalid
          intent: Eviction
          target:
            pod: { name: web-0, uid: 8a1b2c3d-0000-4000-8000-000000000000 }
      `,
    ],
    good: [
      yaml`
        apiVersion: lifecycle.k8s.io/v1alpha1
        kind: EvictionRequest
        metadata: { name: drain-web-0, namespace: shop }
        spec:
          requester: drain.example.com/web
          intent: Eviction
          target:
            pod: { name: web-0, uid: 8a1b2c3d-0000-4000-8000-000000000000 }
      `,
    ],
  },
  check({ root }, { report }) {
    const requester = root.get('spec').get('requester');
    const [domain = ''] = (requester.value ?? '').split('/');
    // The server knows other spellings of these domains too, but they are not domains of a requester anyway.
    if (RESERVED.some((reserved) => domain === reserved || domain.endsWith(`.${reserved}`))) {
      reportInvalid(report, requester, 'the domains k8s.io and kubernetes.io are reserved');
    }
  },
});
