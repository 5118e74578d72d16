import { ruleListOf, saysDirections } from '../../src/analysis/network-policy/directions.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'network-policy/directions',
  kinds: ['NetworkPolicy'],
  severity: 'warning',
  summary: 'policyTypes says which directions a policy is about, and has those of its rules.',
  details: `
Only the directions in \`policyTypes\` count. Rules for another one have no effect.

Where there is no \`policyTypes\`, the API server writes \`Ingress\`, and \`Egress\` too if there is an egress rule. So
a policy with nothing but egress rules closes the pods for everything that comes in, and \`egress: []\`, which
looks like nothing may go out, leaves that direction alone.

State the directions, and neither can happen.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#networkpolicy-resource',
  messages: {
    unused: {
      text: '{type} is not among the policyTypes, so the {field} rules have no effect',
      help: 'add {type} to policyTypes, or leave the rules out',
      rows: ['lint-np-rules-without-type'],
      dependsOn: ['spec.policyTypes'],
    },
    closesIngress: {
      text: 'without policyTypes this policy is about ingress too, and nothing may connect to these pods',
      help: 'write policyTypes: [Egress], or [Ingress, Egress] if that is meant',
      rows: ['lint-np-egress-implies-ingress'],
      dependsOn: ['spec.policyTypes'],
    },
    leavesEgress: {
      text: 'without policyTypes an empty egress denies nothing',
      help: 'write policyTypes: [Ingress, Egress] to deny it, or leave egress out',
      rows: ['lint-np-empty-egress-not-denied'],
      dependsOn: ['spec.policyTypes'],
    },
    twice: {
      text: '{type} is listed twice',
      help: 'leave one of them out',
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
        # ^^^^^^ expect: closesIngress
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
          #       ^^ expect: leavesEgress
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
  },
  check(resource, { report }) {
    // What is missing may only be ill-typed.
    if (resource.undecodable) return;
    const spec = resource.root.get('spec');
    const types = spec.get('policyTypes');
    const ingress = spec.get('ingress');
    const egress = spec.get('egress');
    if (!saysDirections(resource)) {
      const size = egress.value?.length;
      if (size === 0) report('leavesEgress', egress);
      else if (size !== undefined && ingress.absent)
        report('closesIngress', egress, {}, { side: 'key' });
      return;
    }
    const seen = new Set<string>();
    for (const type of types.items()) {
      const { value = '' } = type;
      if (seen.has(value)) report('twice', type, { type: value });
      seen.add(value);
    }
    for (const type of ['Ingress', 'Egress'] as const) {
      const rules = ruleListOf(resource, type);
      if (types.pruned || seen.has(type) || (rules.value ?? []).length === 0) continue;
      report('unused', rules, { type, field: type.toLowerCase() }, { side: 'key' });
    }
  },
});
