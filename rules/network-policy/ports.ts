import { PROTOCOLS } from '../../src/analysis/fields/ports.ts';
import { enumFix, unquotedFix } from '../../src/analysis/fields/value-fixes.ts';
import { networkPolicyPorts } from '../../src/analysis/network-policy/directed-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isPortNumber, portNameProblems } from '../../src/server/kubernetes/formats/port.ts';

export default defineRule({
  id: 'network-policy/ports',
  on: 'object',
  kinds: ['NetworkPolicy'],
  severity: 'error',
  summary:
    'A port is a number from 1 to 65535 or a valid port name, with the protocol TCP, UDP or SCTP.',
  details: `
\`port\` is a number, or the name of a container port of the pods: up to 15 lowercase letters, digits and dashes, with at least
one letter. A number in quotes is a string, so the API server validates it as a name and refuses it, because it has no
letter. \`protocol\` is \`TCP\` (the default), \`UDP\` or \`SCTP\`, in uppercase.

To allow all ports of a protocol, remove \`port\`. To allow all ports, remove \`ports\`.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#networkpolicy-resource',
  messages: {
    protocol: {
      text: "protocol is '{protocol}'; it must be TCP, UDP or SCTP",
      help: 'use TCP, UDP or SCTP in uppercase, or remove protocol for the default of TCP',
      cause: 'FieldValueNotSupported',
      rows: ['np-port-protocol'],
    },
    range: {
      text: 'port is {value}; it must be between 1 and 65535',
      help: 'use a value between 1 and 65535, or remove port to allow all ports of the protocol',
      cause: 'FieldValueInvalid',
      rows: ['np-port-number-range'],
      explains: ['network-policy/port-ranges#less'],
    },
    quoted: {
      text: "port is the string '{name}', so the API server validates it as the name of a port",
      help: 'remove the quotes',
      cause: 'FieldValueInvalid',
      rows: ['np-port-name-letter'],
      explains: ['network-policy/port-ranges#named'],
    },
    portRange: {
      text: "'{name}' is not a valid port name",
      help: 'write a range of ports as port: {first} and endPort: {last}',
      cause: 'FieldValueInvalid',
      rows: ['np-port-name-letter'],
      explains: ['network-policy/port-ranges#named'],
    },
    name: {
      text: "'{name}' is not a valid port name: {problem}",
      help: 'use a number, or the name of a container port',
      cause: 'FieldValueInvalid',
      rows: [
        'np-port-name-length',
        'np-port-name-charset',
        'np-port-name-letter',
        'np-port-name-hyphens',
        'np-port-name-edge',
      ],
      explains: ['network-policy/port-ranges#named'],
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
                - port: 8000-8080
                  #     ^^^^^^^^^ expect: portRange
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
    fixed: [
      {
        before: yaml`
          apiVersion: networking.k8s.io/v1
          kind: NetworkPolicy
          metadata: { name: web }
          spec:
            podSelector: {}
            ingress:
              - ports:
                  - port: 0
                  - port: "80" # the port of the container
                  - port: http_metrics
                  - port: 53
                    protocol: udp
        `,
        after: yaml`
          apiVersion: networking.k8s.io/v1
          kind: NetworkPolicy
          metadata: { name: web }
          spec:
            podSelector: {}
            ingress:
              - ports:
                  - port: 0
                  - port: 80 # the port of the container
                  - port: http_metrics
                  - port: 53
                    protocol: UDP
        `,
      },
    ],
  },
  check(resource, { report }) {
    for (const allowed of networkPolicyPorts(resource)) {
      const protocol = allowed.get('protocol');
      if (protocol.value !== undefined && !PROTOCOLS.includes(protocol.value)) {
        const fix = enumFix(protocol, PROTOCOLS);
        report({ message: 'protocol', at: protocol, values: { protocol: protocol.value }, fix });
      }
      const port = allowed.get('port');
      const { value } = port;
      if (typeof value === 'number' && !isPortNumber(value))
        report({ message: 'range', at: port, values: { value } });
      if (typeof value !== 'string') continue;
      const range = rangeIn(value);
      if (range !== undefined) {
        report({ message: 'portRange', at: port, values: { name: value, ...range } });
      } else if (/^[0-9]+$/.test(value)) {
        const fix = unquotedFix(port);
        report({ message: 'quoted', at: port, values: { name: value }, fix });
      } else
        for (const problem of portNameProblems(value))
          report({ message: 'name', at: port, values: { name: value, problem } });
    }
  },
});

/**
 * The range of ports that a user meant: `8000-8080`. Undefined if the text is none, or if the server would refuse it.
 */
function rangeIn(text: string): { readonly first: number; readonly last: number } | undefined {
  const [, from, to] = /^(\d{1,5})\s*[-:]\s*(\d{1,5})$/.exec(text) ?? [];
  const [first, last] = [Number(from), Number(to)];
  return isPortNumber(first) && isPortNumber(last) && first <= last ? { first, last } : undefined;
}
