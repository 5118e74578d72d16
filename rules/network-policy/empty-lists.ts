import { directedRules } from '../../src/analysis/network-policy/directions.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'network-policy/empty-lists',
  kinds: ['NetworkPolicy'],
  severity: 'warning',
  summary: 'The peers and ports of a rule are named or left out, never an empty list.',
  details: `
An empty \`from\` or \`to\` reads like nobody and means everybody; an empty \`ports\` means all ports. Only an empty
\`ingress\` or \`egress\`, a direction without any rule, lets nothing through.

Such lists mostly come from a template whose values are empty. Leave the list out where everybody is meant,
and the whole rule where nobody is. An empty \`to\` beside ports, as in rules for the name server, is mostly
meant as it works, and worth no more than a note.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/policy-resources/network-policy-v1/',
  messages: {
    peers: {
      text: "an empty '{list}' does not mean nobody but everybody",
      help: 'leave {list} out if everybody is meant, else leave the whole rule out',
      rows: ['lint-np-empty-list-matches-all'],
    },
    destinations: {
      text: "an empty 'to' is every destination, inside and outside of the cluster",
      help: 'leave it out, which means the same',
      severity: 'info',
      rows: ['lint-np-empty-list-matches-all'],
    },
    ports: {
      text: "an empty 'ports' does not mean no port but all of them",
      help: 'leave ports out if all are meant, else leave the whole rule out',
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
              #     ^^ expect: peers
              ports: [{ port: 8080 }]
            - from: [{ podSelector: { matchLabels: { app: api } } }]
              ports: []
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
        if (direction === 'Egress' && isLimited) report('destinations', peers);
        else report('peers', peers, { list: peers.segment });
      }
      if (ports.value?.length === 0) report('ports', ports);
    }
  },
});
