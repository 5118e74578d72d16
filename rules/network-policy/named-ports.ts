import { rulesOfDirection } from '../../src/analysis/network-policy/directed-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'network-policy/named-ports',
  on: 'object',
  kinds: ['NetworkPolicy'],
  severity: 'warning',
  summary: 'The ports of rules for IP ranges are numbers.',
  details: `
A port name refers to the \`name\` of a container port of the pods that a connection goes to. For an egress rule these are
its peers. An IP range has no containers, so a rule with a named port and only IP ranges allows nothing.

Use the number of the port.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/policy-resources/network-policy-v1/',
  messages: {
    addresses: {
      text: "the port name '{name}' has no effect, because all peers of this rule are IP ranges",
      help: 'use the number of the port',
      rows: ['lint-np-named-port-egress'],
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
          policyTypes: [Egress]
          egress:
            - to: [{ ipBlock: { cidr: 10.0.0.0/8 } }]
              ports: [{ port: https }]
              #               ^^^^^ expect: addresses
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
              ports: [{ port: 443 }]
            - to: [{ podSelector: { matchLabels: { app: api } } }]
              ports: [{ port: https }]
      `,
    ],
  },
  check(resource, { report }) {
    for (const { peers, ports } of rulesOfDirection(resource, 'Egress')) {
      const list = peers.items();
      if (list.length === 0 || !list.every((peer) => peer.get('ipBlock').value !== undefined))
        continue;
      for (const entry of ports.items()) {
        const port = entry.get('port');
        if (typeof port.value === 'string')
          report({ message: 'addresses', at: port, values: { name: port.value } });
      }
    }
  },
});
