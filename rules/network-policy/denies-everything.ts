import {
  isAbout,
  ruleListOf,
  saysDirections,
} from '../../src/analysis/network-policy/directions.ts';
import { selectsEverything } from '../../src/analysis/requests/selector-reach.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'network-policy/denies-everything',
  kinds: ['NetworkPolicy'],
  severity: 'info',
  summary: 'Each direction that a policy is about has a rule.',
  details: `
A direction in \`policyTypes\` for which there is no rule is closed for the selected pods: nothing comes in, or
nothing goes out, the questions for the addresses of names (DNS) included, unless another policy allows it.

That is what the usual policy wants that denies everything to all pods of a namespace (\`podSelector: {}\` and
no rules), which is not reported. For some pods, or beside rules for the other direction, it is worth a
second look: if the direction should be left alone, take it out of \`policyTypes\`. If nothing is to come in or go
out, an empty list (\`egress: []\`) says so plainly, and is not reported either.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#default-policies',
  messages: {
    ingress: {
      text: 'there is no ingress rule, so nothing may connect to these pods',
      help: 'add a rule, take Ingress out of policyTypes to leave it alone, or write ingress: [] to say so',
      rows: ['lint-np-deny-all'],
    },
    egress: {
      text: 'there is no egress rule, so these pods may connect to nothing, not even to resolve names',
      help: 'add a rule, take Egress out of policyTypes to leave it alone, or write egress: [] to say so',
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
    // What is missing may only be ill-typed.
    if (resource.undecodable) return;
    const spec = resource.root.get('spec');
    const ingress = spec.get('ingress');
    const egress = spec.get('egress');
    const hasRules = [ingress, egress].some(({ value }) => (value ?? []).length > 0);
    const isUsual = !hasRules && selectsEverything(spec.get('podSelector'));
    if (isUsual) return;
    for (const direction of ['Ingress', 'Egress'] as const) {
      const rules = ruleListOf(resource, direction);
      const isClosed = isAbout(resource, direction) && rules.absent;
      // What closes ingress unasked for is a finding of network-policy/directions.
      const isUnasked = !saysDirections(resource) && hasRules;
      if (!isClosed || isUnasked) continue;
      const types = spec.get('policyTypes').items();
      const type = types.find(({ value }) => value === direction);
      const place = saysDirections(resource) && type !== undefined ? type : rules;
      report(direction === 'Ingress' ? 'ingress' : 'egress', place);
    }
  },
});
