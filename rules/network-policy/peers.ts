import { networkPolicyPeers } from '../../src/analysis/network-policy/directed-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'network-policy/peers',
  on: 'object',
  kinds: ['NetworkPolicy'],
  severity: 'error',
  summary: 'Each peer has a podSelector, a namespaceSelector or both, or an ipBlock.',
  details: `
Each item of \`from\` or \`to\` is a peer. It has a \`podSelector\` for pods in the namespace of the policy, a \`namespaceSelector\` for
all pods of other namespaces, both for some pods of other namespaces, or an \`ipBlock\`. An \`ipBlock\` cannot be combined
with selectors. The API server refuses a peer without any of the fields.

\`podSelector: {}\` selects all pods, but \`podSelector:\` without a value is not a selector. To allow all peers, remove \`from\` or
\`to\` from the rule.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#behavior-of-to-and-from-selectors',
  messages: {
    empty: {
      text: 'a peer requires podSelector, namespaceSelector or ipBlock',
      help: 'add one of the fields, or remove the list of peers to allow all peers',
      cause: 'FieldValueRequired',
      rows: ['np-peer-empty', 'np-peer-empty-egress'],
    },
    mixed: {
      text: 'ipBlock and {selector} are not allowed in the same peer',
      help: 'move ipBlock to an item of its own, which allows either of the two',
      cause: 'FieldValueForbidden',
      rows: ['np-peer-ipblock-mixed'],
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
          ingress:
            - from:
                - podSelector: # expect: empty
                - podSelector: { matchLabels: { app: web } }
                # ^^^^^^^^^^^ expect: mixed
                  ipBlock: { cidr: 10.0.0.0/8 }
      `,
    ],
    good: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: {}
          ingress:
            - from:
                - podSelector: {}
                - ipBlock: { cidr: 10.0.0.0/8 }
                - namespaceSelector: {}
                  podSelector: { matchLabels: { app: web } }
      `,
    ],
  },
  check(resource, { report }) {
    for (const peer of networkPolicyPeers(resource)) {
      if (peer.pruned) continue;
      const selectors = [peer.get('podSelector'), peer.get('namespaceSelector')];
      const ipBlock = peer.get('ipBlock');
      if (ipBlock.absent && selectors.every((selector) => selector.absent))
        report({ message: 'empty', at: peer });
      const selector = selectors.find(({ value }) => value !== undefined);
      if (selector !== undefined && ipBlock.value !== undefined) {
        report({ message: 'mixed', at: peer, values: { selector: String(selector.segment) } });
      }
    }
  },
});
