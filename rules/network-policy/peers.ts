import { networkPolicyPeers } from '../../src/analysis/network-policy/rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'network-policy/peers',
  kinds: ['NetworkPolicy'],
  severity: 'error',
  summary:
    'A peer of a NetworkPolicy is pods, namespaces, pods of namespaces, or an address range.',
  details: `
Each entry of \`from\` or \`to\` is one peer. It has a \`podSelector\` (pods of the policy's own namespace), a
\`namespaceSelector\` (all pods of those namespaces), both (those pods of those namespaces), or an \`ipBlock\`.
Addresses and selectors do not mix, and an entry without any of them says nothing, so the API server
refuses both.

\`podSelector: {}\` selects everything; nothing after the colon, or \`null\`, is no selector at all. To allow
everybody, leave \`from\` or \`to\` out of the rule.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#behavior-of-to-and-from-selectors',
  messages: {
    empty: {
      text: 'the peer has none of podSelector, namespaceSelector and ipBlock',
      help: 'select with podSelector or namespaceSelector, give a range with ipBlock, or leave the list out to allow everybody',
      cause: 'FieldValueRequired',
      rows: ['np-peer-empty', 'np-peer-empty-egress'],
    },
    mixed: {
      text: 'the peer has ipBlock and {selector}; addresses and selectors do not mix',
      help: 'make the ipBlock an entry of its own: then either of the two is allowed',
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
      if (ipBlock.absent && selectors.every((selector) => selector.absent)) report('empty', peer);
      const selector = selectors.find(({ value }) => value !== undefined);
      if (selector !== undefined && ipBlock.value !== undefined) {
        report('mixed', peer, { selector: String(selector.segment) });
      }
    }
  },
});
