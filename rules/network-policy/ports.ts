import { networkPolicyPorts } from '../../src/analysis/network-policy/rules.ts';
import { isPortNumber, portNameProblems } from '../../src/kubernetes/formats/port.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const PROTOCOLS: readonly string[] = ['TCP', 'UDP', 'SCTP'];

export default defineRule({
  id: 'network-policy/ports',
  kinds: ['NetworkPolicy'],
  severity: 'error',
  summary:
    'A port of a NetworkPolicy is a number from 1 to 65535 or the name of a port, of TCP, UDP or SCTP.',
  details: `
\`port\` is a number, or the name that a container of the selected pods gives to its port: up to 15 of
\`a-z\`, \`0-9\` and \`-\`, with a letter among them. A number in quotes is taken for a name and refused, since it
has no letter. \`protocol\` is \`TCP\` (also where not said), \`UDP\` or \`SCTP\`, in capitals.

To allow every port of a protocol, leave \`port\` out; to allow everything, leave \`ports\` out.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#networkpolicy-resource',
  messages: {
    protocol: {
      text: "there is no protocol '{protocol}' here; there are TCP, UDP and SCTP",
      help: 'write it in capitals, or leave it out for TCP',
      cause: 'FieldValueNotSupported',
      rows: ['np-port-protocol'],
    },
    range: {
      text: 'port is {value}; it must be between 1 and 65535',
      help: 'leave port out to allow every port of the protocol',
      cause: 'FieldValueInvalid',
      rows: ['np-port-number-range'],
    },
    quoted: {
      text: "port is the text '{name}', so the server takes it for the name of a port",
      help: 'write the number without quotes',
      cause: 'FieldValueInvalid',
      rows: ['np-port-name-letter'],
    },
    name: {
      text: "no port can be called '{name}': {problem}",
      help: 'write a number, or the name that the container gives to its port',
      cause: 'FieldValueInvalid',
      rows: [
        'np-port-name-length',
        'np-port-name-charset',
        'np-port-name-letter',
        'np-port-name-hyphens',
        'np-port-name-edge',
      ],
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
            - ports:
                - port: 0
                  #     ^ expect: range
                - port: "80"
                  #     ^^^^ expect: quoted
                - port: http_metrics
                  #     ^^^^^^^^^^^^ expect: name
                - port: 53
                  protocol: udp
                  #         ^^^ expect: protocol
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
            - ports:
                - port: 80
                - port: http-metrics
                - { port: 53, protocol: UDP }
                - protocol: SCTP
      `,
    ],
  },
  check(resource, { report }) {
    for (const allowed of networkPolicyPorts(resource)) {
      const protocol = allowed.get('protocol');
      if (protocol.value !== undefined && !PROTOCOLS.includes(protocol.value)) {
        report('protocol', protocol, { protocol: protocol.value });
      }
      const port = allowed.get('port');
      const { value } = port;
      if (typeof value === 'number' && !isPortNumber(value)) report('range', port, { value });
      if (typeof value !== 'string') continue;
      if (/^[0-9]+$/.test(value)) report('quoted', port, { name: value });
      else
        for (const problem of portNameProblems(value))
          report('name', port, { name: value, problem });
    }
  },
});
