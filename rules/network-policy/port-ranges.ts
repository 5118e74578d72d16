import { networkPolicyPorts } from '../../src/analysis/network-policy/directed-rules.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { isPortNumber } from '../../src/server/kubernetes/formats/port.ts';

export default defineRule({
  id: 'network-policy/port-ranges',
  on: 'object',
  kinds: ['NetworkPolicy'],
  severity: 'error',
  summary: 'An endPort is at least the number in port, and at most 65535.',
  details: `
\`port\` and \`endPort\` allow a range of ports, including both. So \`endPort\` requires a \`port\` that is a number, and must be
between that number and 65535.

For a single port, remove \`endPort\`. If a network plugin does not support ranges, it may allow only the first port.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#targeting-a-range-of-ports',
  messages: {
    alone: {
      text: 'endPort {end} requires a port, at which the range starts',
      help: 'add port, or remove endPort',
      cause: 'FieldValueInvalid',
      rows: ['np-endport-alone'],
    },
    named: {
      text: "endPort {end} requires a port number, but port is the name '{name}'",
      help: 'use the number of the port, or remove endPort',
      cause: 'FieldValueInvalid',
      rows: ['np-endport-named'],
    },
    less: {
      text: 'endPort {end} is less than port {port}',
      help: 'use the lower number for port and the higher one for endPort',
      cause: 'FieldValueInvalid',
      rows: ['np-endport-less'],
    },
    lessAndInvalid: {
      text: 'endPort {end} is less than port {port}',
      help: 'use a value from port to 65535, or remove endPort',
      cause: 'FieldValueInvalid',
      rows: ['np-endport-less'],
    },
    range: {
      text: 'endPort is {end}; it must be between 1 and 65535',
      help: 'use a value from port to 65535, or remove endPort',
      cause: 'FieldValueInvalid',
      rows: ['np-endport-range'],
      explains: ['network-policy/port-ranges#lessAndInvalid'],
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
                - endPort: 32768
                  #        ^^^^^ expect: alone
                - port: http
                  endPort: 32768
                  #        ^^^^^ expect: named
                - port: 32768
                  endPort: 32000
                  #        ^^^^^ expect: less
                - port: 32000
                  endPort: 65536
                  #        ^^^^^ expect: range
                - port: 32000
                  endPort: 0
                  #        ^ expect: lessAndInvalid, range
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
                - port: 32000
                  endPort: 32768
      `,
    ],
  },
  check(resource, { report }) {
    for (const allowed of networkPolicyPorts(resource)) {
      const endPort = allowed.get('endPort');
      const port = allowed.get('port');
      const { value: end } = endPort;
      if (end === undefined) continue;
      if (typeof port.value === 'string')
        report({ message: 'named', at: endPort, values: { end, name: port.value } });
      else if (port.absent) report({ message: 'alone', at: endPort, values: { end } });
      else if (port.value !== undefined) {
        const isValid = isPortNumber(end);
        if (!isValid) report({ message: 'range', at: endPort, values: { end } });
        if (end < port.value) {
          report({
            message: isValid ? 'less' : 'lessAndInvalid',
            at: endPort,
            values: { end, port: port.value },
          });
        }
      }
    }
  },
});
