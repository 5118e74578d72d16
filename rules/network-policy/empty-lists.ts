import { directedRules } from '../../src/analysis/network-policy/directed-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'network-policy/empty-lists',
  on: 'object',
  kinds: ['NetworkPolicy'],
  severity: 'warning',
  summary: 'The lists of peers and ports of a rule are absent or not empty.',
  details: `
A rule with an empty \`from\` or \`to\` matches all peers, and with an empty \`ports\` all ports, as if the list were absent. Only
an empty \`ingress\` or \`egress\` list denies all traffic.

Empty lists are often the result of a template without values. Remove the list if all peers or ports are meant, and the
whole rule if none are. An empty \`from\` or \`to\` with ports, as in rules for DNS, and empty \`ports\` with peers usually have
the intended effect, so they are only infos.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/policy-resources/network-policy-v1/',
  messages: {
    peers: {
      text: "an empty '{list}' allows all peers, not none",
      help: 'remove {list} if all peers are meant, or remove the rule if none are',
      rows: ['lint-np-empty-list-matches-all'],
    },
    sources: {
      text: "an empty 'from' allows all sources, inside and outside of the cluster",
      help: 'remove the empty list, which has the same effect',
      severity: 'info',
      rows: ['lint-np-empty-list-matches-all'],
    },
    destinations: {
      text: "an empty 'to' allows all destinations, inside and outside of the cluster",
      help: 'remove the empty list, which has the same effect',
      severity: 'info',
      rows: ['lint-np-empty-list-matches-all'],
    },
    ports: {
      text: "an empty 'ports' allows all ports, not none",
      help: 'remove ports if all ports are meant, or remove the rule if none are',
      rows: ['lint-np-empty-list-matches-all'],
    },
    portsOfPeers: {
      text: "an empty 'ports' allows all ports of these peers",
      help: 'remove the empty list, which has the same effect',
      severity: 'info',
      rows: ['lint-np-empty-list-matches-all'],
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
            - from: []
              #     ^^ expect: sources
              ports: [{ port: 8080 }]
            - from: []
              #     ^^ expect: peers
            - from: [{ podSelector: { matchLabels: { app: api } } }]
              ports: []
              #      ^^ expect: portsOfPeers
            - ports: []
              #      ^^ expect: ports
          egress:
            - to: []
              #   ^^ expect: destinations
              ports: [{ protocol: UDP, port: 53 }]
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
    for (const { direction, peers, ports } of directedRules(resource)) {
      const isLimited = (ports.value ?? []).length > 0;
      if (peers.value?.length === 0) {
        if (!isLimited) report({ message: 'peers', at: peers, values: { list: peers.segment } });
        else report({ message: direction === 'Egress' ? 'destinations' : 'sources', at: peers });
      }
      if (ports.value?.length !== 0) continue;
      const hasPeers = (peers.value ?? []).length > 0;
      report({ message: hasPeers ? 'portsOfPeers' : 'ports', at: ports });
    }
  },
});
