import {
  appliesTo,
  hasPolicyTypes,
  ruleListOf,
} from '../../src/analysis/network-policy/directed-rules.ts';
import { selectsEverything } from '../../src/analysis/requests/selector-reach.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'network-policy/denies-everything',
  on: 'object',
  kinds: ['NetworkPolicy'],
  severity: 'info',
  summary: 'Each direction that a policy applies to has a rule, or an explicit empty list.',
  details: `
If a direction is in \`policyTypes\` but has no rules, all traffic of the selected pods in this direction is denied, unless
another policy allows it. For egress this includes DNS.

A policy that denies all traffic of all pods in a namespace (\`podSelector: {}\` without any rules) is not reported. For some
pods only, or in addition to rules for the other direction, check whether this is intended. To not restrict the
direction, remove it from \`policyTypes\`. To deny all traffic explicitly, set an empty list, such as \`egress: []\`, which is
not reported either.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#default-policies',
  messages: {
    ingress: {
      text: 'the policy has no ingress rules, so all connections to these pods are denied',
      help: 'add a rule, remove Ingress from policyTypes, or set ingress: [] if this is intended',
      rows: ['lint-np-deny-all'],
    },
    egress: {
      text: 'the policy has no egress rules, so all connections from these pods are denied, including DNS',
      help: 'add a rule, remove Egress from policyTypes, or set egress: [] if this is intended',
      rows: ['lint-np-deny-all'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: redis }
        spec:
          podSelector: { matchLabels: { app: redis } }
          policyTypes: [Ingress, Egress]
          #                      ^^^^^^ expect: egress
          ingress:
            - ports: [{ port: 6379 }]
      `,
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: redis }
        spec:
          podSelector: { matchLabels: { app: redis } }
          policyTypes: [Ingress]
          #             ^^^^^^^ expect: ingress
      `,
    ],
    good: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: deny-all }
        spec:
          podSelector: {}
          policyTypes: [Ingress, Egress]
      `,
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: redis }
        spec:
          podSelector: { matchLabels: { app: redis } }
          policyTypes: [Ingress, Egress]
          ingress:
            - ports: [{ port: 6379 }]
          egress: []
      `,
    ],
  },
  check(resource, { report }) {
    // An absent field may be one of a wrong type.
    if (resource.undecodable) return;
    const spec = resource.root.get('spec');
    const ingress = spec.get('ingress');
    const egress = spec.get('egress');
    const hasRules = [ingress, egress].some(({ value }) => (value ?? []).length > 0);
    const isUsual = !hasRules && selectsEverything(spec.get('podSelector'));
    if (isUsual) return;
    for (const direction of ['Ingress', 'Egress'] as const) {
      const rules = ruleListOf(resource, direction);
      const isClosed = appliesTo(resource, direction) && rules.absent;
      // An ingress that the server's default for policyTypes denies is a finding of network-policy/directions.
      const isImplied = !hasPolicyTypes(resource) && hasRules;
      if (!isClosed || isImplied) continue;
      const types = spec.itemsOf('policyTypes');
      const type = types.find(({ value }) => value === direction);
      const place = hasPolicyTypes(resource) && type !== undefined ? type : rules;
      report({ message: direction === 'Ingress' ? 'ingress' : 'egress', at: place });
    }
  },
});
