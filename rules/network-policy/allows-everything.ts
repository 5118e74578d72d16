import {
  allowsEverything,
  rulesOfDirection,
} from '../../src/analysis/network-policy/directions.ts';
import type { Field } from '../../src/rule/field.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'network-policy/allows-everything',
  kinds: ['NetworkPolicy'],
  severity: 'warning',
  summary: 'No rule lets everything through.',
  details: `
A rule without peers is for everybody and one without ports for all ports, so an empty rule \`{}\` lets
everything through in its direction. Rules only ever add to each other, also across policies: whatever
else the policy says of that direction has no effect, and neither has any other policy for these pods.

An empty rule that is the only one is the usual way to say just that, and worth no more than a note. One
beside others, and one that is only a dash with nothing behind it, is mostly a slip.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#allow-all-ingress-traffic',
  messages: {
    alone: {
      text: 'this rule lets everything {way}, whatever other policies say of these pods',
      help: 'name peers or ports if not everything is meant',
      severity: 'info',
      rows: ['lint-np-allow-all'],
    },
    others: {
      text: 'this rule lets everything {way}, so the other rules of {field} have no effect',
      help: 'leave this rule out, or the others',
      rows: ['lint-np-allow-all'],
    },
    nothing: {
      text: 'a dash with nothing behind it is a rule that lets everything {way}',
      help: 'leave it out, or write an empty rule in braces if everything is meant',
      rows: ['lint-np-allow-all'],
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
          policyTypes: [Ingress, Egress]
          ingress:
            - from: [{ podSelector: { matchLabels: { app: api } } }]
            - {}
            # ^^ expect: others
          egress:
            - {}
            # ^^ expect: alone
      `,
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: { matchLabels: { app: web } }
          ingress: [null]
          #         ^^^^ expect: nothing
      `,
    ],
    good: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: { matchLabels: { app: web } }
          ingress:
            - ports: [{ port: 8080 }]
      `,
    ],
  },
  check(resource, { report }) {
    // What is missing may only be ill-typed.
    if (resource.undecodable) return;
    for (const direction of ['Ingress', 'Egress'] as const) {
      const rules = rulesOfDirection(resource, direction);
      const way = direction === 'Ingress' ? 'in' : 'out';
      const field = direction.toLowerCase();
      for (const rule of rules) {
        if (!allowsEverything(rule)) continue;
        if (isNull(resource, rule.rule)) report('nothing', rule.rule, { way });
        else if (rules.length > 1) report('others', rule.rule, { way, field });
        else report('alone', rule.rule, { way });
      }
    }
  },
});

/** Whether the file has null or nothing at all for a rule, which the server reads as an empty one. */
function isNull({ origin }: Resource, rule: Field): boolean {
  const style = origin.document.locate(rule.documentPath)?.style;
  return style === 'empty' || style === 'plain';
}
