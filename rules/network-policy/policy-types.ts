import { enumFix } from '../../src/analysis/fields/value-fixes.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const TYPES: readonly string[] = ['Ingress', 'Egress'];

export default defineRule({
  id: 'network-policy/policy-types',
  on: 'object',
  kinds: ['NetworkPolicy'],
  severity: 'error',
  summary: 'The policyTypes are Ingress, Egress or both.',
  details: `
\`policyTypes\` are the directions that the policy applies to: \`Ingress\` for connections to the selected pods, \`Egress\` for
connections from them. In these directions, all traffic is denied that no rule allows. Rules for another direction
have no effect.

If the field is absent or empty, the default is \`[Ingress]\`, and \`[Ingress, Egress]\` if there are egress rules.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#networkpolicy-resource',
  messages: {
    tooMany: {
      text: 'policyTypes has {count} items; at most 2 are allowed',
      help: 'list Ingress and Egress at most once',
      cause: 'FieldValueInvalid',
      rows: ['np-policytypes-too-many'],
    },
    unsupported: {
      text: "'{type}' is not a valid policy type; it must be Ingress or Egress",
      help: 'use Ingress or Egress',
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
    fixed: [
      {
        before: yaml`
          apiVersion: networking.k8s.io/v1
          kind: NetworkPolicy
          metadata: { name: web }
          spec:
            podSelector: {}
            policyTypes: [ingress] # all other traffic is denied
        `,
        after: yaml`
          apiVersion: networking.k8s.io/v1
          kind: NetworkPolicy
          metadata: { name: web }
          spec:
            podSelector: {}
            policyTypes: [Ingress] # all other traffic is denied
        `,
      },
    ],
  },
  check(resource, { report }) {
    const types = resource.root.get('spec').get('policyTypes');
    const items = types.items();
    if (items.length > TYPES.length) {
      report({ message: 'tooMany', at: types, values: { count: items.length } });
      return;
    }
    for (const item of items) {
      const { value: type = '' } = item;
      if (TYPES.includes(type)) continue;
      report({ message: 'unsupported', at: item, values: { type }, fix: enumFix(item, TYPES) });
    }
  },
});
