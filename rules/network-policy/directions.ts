import { withoutEntry } from '../../src/analysis/fields/entry-fixes.ts';
import { hasPolicyTypes, ruleListOf } from '../../src/analysis/network-policy/directed-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'network-policy/directions',
  on: 'object',
  kinds: ['NetworkPolicy'],
  severity: 'warning',
  summary:
    'The policyTypes of a NetworkPolicy are explicit, and include the directions of its rules.',
  details: `
A NetworkPolicy applies only to the directions in \`policyTypes\`. Rules for another direction have no effect.

If \`policyTypes\` is absent, the API server sets \`Ingress\`, and also \`Egress\` if there are egress rules. So a policy that
has only egress rules denies all ingress traffic of the pods. And \`egress: []\` without \`policyTypes\` does not deny egress
traffic.

Set \`policyTypes\` to avoid both.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#networkpolicy-resource',
  messages: {
    unused: {
      text: 'policyTypes does not include {type}, so the {field} rules have no effect',
      help: 'add {type} to policyTypes, or remove the rules',
      rows: ['lint-np-rules-without-type'],
      dependsOn: ['spec.policyTypes'],
    },
    deniesIngress: {
      text: 'without policyTypes, this policy also applies to ingress, so all connections to these pods are denied',
      help: 'add policyTypes: [Egress], or policyTypes: [Ingress, Egress] if this is intended',
      rows: ['lint-np-egress-implies-ingress'],
      dependsOn: ['spec.policyTypes', 'spec.ingress'],
    },
    allowsEgress: {
      text: 'without policyTypes, an empty egress list does not deny egress traffic',
      help: 'add policyTypes: [Ingress, Egress] to deny it, or remove egress',
      rows: ['lint-np-empty-egress-not-denied'],
      dependsOn: ['spec.policyTypes'],
    },
    twice: {
      text: '{type} is listed twice',
      help: 'remove one of them',
      severity: 'info',
      rows: ['lint-np-type-duplicate'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: { matchLabels: { app: web } }
          policyTypes: [Ingress, Ingress]
          #                      ^^^^^^^ expect: twice
          ingress:
            - ports: [{ port: 8080 }]
          egress:
        # ^^^^^^ expect: unused
            - ports: [{ port: 443 }]
      `,
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: { matchLabels: { app: web } }
          egress:
        # ^^^^^^ expect: deniesIngress
            - to: [{ ipBlock: { cidr: 10.0.0.0/8 } }]
      `,
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: { matchLabels: { app: web } }
          ingress:
            - ports: [{ port: 8080 }]
          egress: []
          #       ^^ expect: allowsEgress
      `,
    ],
    good: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: { matchLabels: { app: web } }
          policyTypes: [Egress]
          egress:
            - to: [{ ipBlock: { cidr: 10.0.0.0/8 } }]
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: networking.k8s.io/v1
          kind: NetworkPolicy
          metadata: { name: web }
          spec:
            podSelector: { matchLabels: { app: web } }
            policyTypes:
              - Ingress
              - Ingress
            ingress: [{ from: [{ podSelector: {} }] }]
        `,
        after: yaml`
          apiVersion: networking.k8s.io/v1
          kind: NetworkPolicy
          metadata: { name: web }
          spec:
            podSelector: { matchLabels: { app: web } }
            policyTypes:
              - Ingress
            ingress: [{ from: [{ podSelector: {} }] }]
        `,
      },
    ],
  },
  check(resource, { report }) {
    // An absent field may be one of a wrong type.
    if (resource.undecodable) return;
    const spec = resource.root.get('spec');
    const types = spec.get('policyTypes');
    const ingress = spec.get('ingress');
    const egress = spec.get('egress');
    if (!hasPolicyTypes(resource)) {
      const size = egress.value?.length;
      if (size === 0) report({ message: 'allowsEgress', at: egress });
      else if (size !== undefined && ingress.absent)
        report({ message: 'deniesIngress', at: egress, side: 'key' });
      return;
    }
    const seen = new Set<string>();
    for (const type of types.items()) {
      const { value = '' } = type;
      if (seen.has(value)) {
        report({
          message: 'twice',
          at: type,
          values: { type: value },
          fix: withoutEntry(resource, type),
        });
      }
      seen.add(value);
    }
    for (const type of ['Ingress', 'Egress'] as const) {
      const rules = ruleListOf(resource, type);
      if (types.pruned || seen.has(type) || (rules.value ?? []).length === 0) continue;
      report({
        message: 'unused',
        at: rules,
        values: { type, field: type.toLowerCase() },
        side: 'key',
      });
    }
  },
});
