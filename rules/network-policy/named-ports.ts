import { rulesOfDirection } from '../../src/analysis/network-policy/directions.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'network-policy/named-ports',
  kinds: ['NetworkPolicy'],
  severity: 'warning',
  summary: 'Ports of address ranges are numbers.',
  details: `
The name of a port is looked up in the pods that a connection goes to: the \`name\` of an entry of their
containers' \`ports\`. In an egress rule those are the peers. An address range has no containers and no names,
so a rule that allows a named port of addresses alone allows nothing.

Write the number.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/policy-resources/network-policy-v1/',
  messages: {
    addresses: {
      text: "the port '{name}' is a name, and the addresses of this rule have no names for their ports",
      help: 'write the number of the port',
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
        if (typeof port.value === 'string') report('addresses', port, { name: port.value });
      }
    }
  },
});
