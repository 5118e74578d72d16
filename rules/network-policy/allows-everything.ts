import {
  allowsEverything,
  rulesOfDirection,
} from '../../src/analysis/network-policy/directed-rules.ts';
import type { Field } from '../../src/rule/field.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'network-policy/allows-everything',
  on: 'object',
  kinds: ['NetworkPolicy'],
  severity: 'warning',
  summary: 'No ingress or egress rule allows all traffic.',
  details: `
A rule without peers allows all peers, and a rule without ports allows all ports. So an empty rule \`{}\` allows all traffic
in its direction. Rules only add to each other, also those of different policies. So the other rules of this direction
have no effect, in this policy and in any other policy for the same pods.

An empty rule is the usual way to allow all traffic, so it is only an info. A list item without a value, which the API
server reads as an empty rule, is probably a mistake.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#allow-all-ingress-traffic',
  messages: {
    alone: {
      text: 'this rule allows all {direction} traffic, whatever other policies for these pods allow',
      help: 'add peers or ports, if not all traffic is meant',
      severity: 'info',
      rows: ['lint-np-allow-all'],
    },
    others: {
      text: 'this rule allows all {direction} traffic, so the other {direction} rules have no effect',
      help: 'remove this rule, or the others',
      severity: 'info',
      rows: ['lint-np-allow-all'],
    },
    nothing: {
      text: 'this list item has no value, so it is a rule that allows all {direction} traffic',
      help: 'remove the list item, or replace it with an empty mapping if all traffic is meant',
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
    // An absent field may be one of a wrong type.
    if (resource.undecodable) return;
    for (const direction of ['Ingress', 'Egress'] as const) {
      const rules = rulesOfDirection(resource, direction);
      for (const rule of rules) {
        if (!allowsEverything(rule)) continue;
        const id = isNull(resource, rule.rule) ? 'nothing' : rules.length > 1 ? 'others' : 'alone';
        report({ message: id, at: rule.rule, values: { direction: direction.toLowerCase() } });
      }
    }
  },
});

/** Reports whether the file has null or no value for a rule, which the server reads as an empty rule. */
function isNull({ origin }: Resource, rule: Field): boolean {
  const style = origin.document.locate(rule.documentPath)?.style;
  return style === 'empty' || style === 'plain';
}
