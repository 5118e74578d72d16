import { defineRule, yaml } from '../../src/rule/rule.ts';

const TYPES: readonly string[] = ['Ingress', 'Egress'];

export default defineRule({
  id: 'network-policy/policy-types',
  kinds: ['NetworkPolicy'],
  severity: 'error',
  summary: 'policyTypes are Ingress and Egress, at most both.',
  details: `
\`policyTypes\` says which traffic of the selected pods the policy is about: \`Ingress\` (to them), \`Egress\` (from
them), or both. In a direction that is listed, everything is denied that no rule allows; rules of a
direction that is not listed have no effect.

Where the field is absent or empty, it is \`[Ingress]\`, and \`[Ingress, Egress]\` if there are egress rules.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#networkpolicy-resource',
  messages: {
    tooMany: {
      text: 'policyTypes has {count} entries; there are only two types, Ingress and Egress',
      help: 'list each of them once at most',
      cause: 'FieldValueInvalid',
      rows: ['np-policytypes-too-many'],
    },
    unsupported: {
      text: "there is no policy type '{type}'; there are Ingress and Egress",
      cause: 'FieldValueNotSupported',
      rows: ['np-policytypes-unsupported'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: {}
          policyTypes: [ingress]
          #             ^^^^^^^ expect: unsupported
      `,
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: {}
          policyTypes: [Ingress, Egress, Ingress]
          #            ^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: tooMany
      `,
    ],
    good: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: {}
          policyTypes: [Ingress, Egress]
      `,
    ],
  },
  check(resource, { report }) {
    const types = resource.root.get('spec').get('policyTypes');
    const items = types.items();
    if (items.length > TYPES.length) {
      report('tooMany', types, { count: items.length });
      return;
    }
    for (const item of items) {
      const { value: type = '' } = item;
      if (!TYPES.includes(type)) report('unsupported', item, { type });
    }
  },
});
