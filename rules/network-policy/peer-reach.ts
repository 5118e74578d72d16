import { directedRules } from '../../src/analysis/network-policy/directed-rules.ts';
import { selectsEverything } from '../../src/analysis/requests/selector-reach.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { NetworkPolicyPeer } from '../../src/server/kubernetes/types.generated.ts';

export default defineRule({
  id: 'network-policy/peer-reach',
  on: 'object',
  kinds: ['NetworkPolicy'],
  severity: 'warning',
  summary: 'A podSelector that limits a namespaceSelector is in the same list item.',
  details: `
The items of \`from\` and \`to\` are alternatives: a peer must match one of them. If an item has both selectors, a peer must match
both. So these lists differ:

    - namespaceSelector: { matchLabels: { team: a } }     all pods in the namespaces of team a,
    - podSelector: { matchLabels: { app: api } }          and the pods with app=api in this namespace

    - namespaceSelector: { matchLabels: { team: a } }     the pods with app=api in the namespaces of team a
      podSelector: { matchLabels: { app: api } }

The first one, with the additional dash, allows all pods of these namespaces. If both alternatives are intended, put the
item with \`podSelector\` first. This order is not reported.

An empty \`namespaceSelector\` selects all namespaces.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#behavior-of-to-and-from-selectors',
  messages: {
    alternatives: {
      text: 'this podSelector is an additional peer: the item above allows all pods of its namespaces',
      help: 'remove the dash to require both selectors, or move this item up if both peers are intended',
      rows: ['lint-np-peer-or'],
    },
    everywhere: {
      text: 'an empty namespaceSelector selects all namespaces',
      help: 'add labels such as kubernetes.io/metadata.name, if only some namespaces are meant',
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
    // An absent field may be one of a wrong type.
    if (resource.undecodable) return;
    for (const { peers } of directedRules(resource)) {
      const list = peers.items();
      for (const peer of list) {
        const namespaces = peer.get('namespaceSelector');
        if (selectsEverything(namespaces)) report({ message: 'everywhere', at: namespaces });
      }
      const [first, second] = list;
      // A longer list shows that its entries are alternatives, and so does an empty podSelector.
      if (list.length !== 2 || first === undefined || second === undefined) continue;
      const isCondition = !selectsEverything(second.get('podSelector'));
      if (hasOnly(first, 'namespaceSelector') && hasOnly(second, 'podSelector') && isCondition) {
        report({ message: 'alternatives', at: second.get('podSelector'), side: 'key' });
      }
    }
  },
});

function hasOnly(peer: Field<NetworkPolicyPeer>, name: keyof NetworkPolicyPeer): boolean {
  const members = ['ipBlock', 'namespaceSelector', 'podSelector'] as const;
  return members.every((member) => peer.get(member).absent !== (member === name));
}
