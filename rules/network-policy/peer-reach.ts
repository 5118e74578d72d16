import { directedRules } from '../../src/analysis/network-policy/directions.ts';
import { selectsEverything } from '../../src/analysis/requests/selector-reach.ts';
import type { NetworkPolicyPeer } from '../../src/kubernetes/types.generated.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'network-policy/peer-reach',
  kinds: ['NetworkPolicy'],
  severity: 'warning',
  summary: 'Peers allow no more than it seems: both selectors stand in one entry.',
  details: `
The entries of \`from\` and \`to\` are alternatives: it is enough to be one of them. The selectors within an entry
must both fit. So these are two different things:

    - namespaceSelector: { matchLabels: { team: a } }     the pods of team-a's namespaces
    - podSelector: { matchLabels: { app: api } }          and besides the pods api of this namespace

    - namespaceSelector: { matchLabels: { team: a } }     the pods api of team-a's namespaces
      podSelector: { matchLabels: { app: api } }

One dash too many lets all pods of the namespaces through. Where both alternatives are meant, put the entry
with \`podSelector\` first, which reads as it works and is not reported.

An empty \`namespaceSelector\` is for all namespaces, those of other people included.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#behavior-of-to-and-from-selectors',
  messages: {
    alternatives: {
      text: 'this is one more peer, not a condition on the one above, which allows all pods of its namespaces',
      help: 'without the dash before podSelector both selectors must fit; if both peers are meant, put this one first',
      rows: ['lint-np-peer-or'],
    },
    everywhere: {
      text: 'an empty namespaceSelector is for every namespace',
      help: 'name labels such as kubernetes.io/metadata.name if only some are meant',
      severity: 'info',
      rows: ['lint-np-peer-all-namespaces'],
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
          ingress:
            - from:
                - namespaceSelector: { matchLabels: { team: a } }
                - podSelector: { matchLabels: { app: api } }
                # ^^^^^^^^^^^ expect: alternatives
      `,
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: { matchLabels: { app: web } }
          ingress:
            - from:
                - namespaceSelector: {}
                  #                  ^^ expect: everywhere
                  podSelector: { matchLabels: { app: api } }
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
            - from:
                - namespaceSelector: { matchLabels: { team: a } }
                  podSelector: { matchLabels: { app: api } }
      `,
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: { matchLabels: { app: web } }
          ingress:
            - from:
                - podSelector: { matchLabels: { app: api } }
                - namespaceSelector: { matchLabels: { team: a } }
      `,
    ],
  },
  check(resource, { report }) {
    // What is missing may only be ill-typed.
    if (resource.undecodable) return;
    for (const { peers } of directedRules(resource)) {
      const list = peers.items();
      for (const peer of list) {
        const namespaces = peer.get('namespaceSelector');
        if (selectsEverything(namespaces)) report('everywhere', namespaces);
      }
      const [first, second] = list;
      // A longer list shows that its entries are alternatives, and so does an empty podSelector.
      if (list.length !== 2 || first === undefined || second === undefined) continue;
      const isCondition = !selectsEverything(second.get('podSelector'));
      if (hasOnly(first, 'namespaceSelector') && hasOnly(second, 'podSelector') && isCondition) {
        report('alternatives', second.get('podSelector'), {}, { side: 'key' });
      }
    }
  },
});

function hasOnly(peer: Field<NetworkPolicyPeer>, name: keyof NetworkPolicyPeer): boolean {
  const members = ['ipBlock', 'namespaceSelector', 'podSelector'] as const;
  return members.every((member) => peer.get(member).absent !== (member === name));
}
