import { networkPolicyPorts } from '../../src/analysis/network-policy/rules.ts';
import { isPortNumber } from '../../src/kubernetes/formats/port.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'network-policy/port-ranges',
  kinds: ['NetworkPolicy'],
  severity: 'error',
  summary: 'endPort is the last port of a range that begins with the number in port.',
  details: `
\`port\` and \`endPort\` together allow a range, both ends included. So \`endPort\` needs a \`port\`, which must be a
number, and is neither smaller than that nor above 65535.

For a single port leave \`endPort\` out. Not every network plugin supports ranges; those that do not may only
allow the first port.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#targeting-a-range-of-ports',
  messages: {
    alone: {
      text: 'endPort is {end}, and there is no port at which the range begins',
      help: 'add port, or leave endPort out',
      cause: 'FieldValueInvalid',
      rows: ['np-endport-alone'],
    },
    named: {
      text: "endPort is {end}, and the range begins with the name '{name}'",
      help: 'write the number of the port, or leave endPort out',
      cause: 'FieldValueInvalid',
      rows: ['np-endport-named'],
    },
    less: {
      text: 'endPort is {end}, which comes before port {port}',
      help: 'write the smaller number in port, the larger one in endPort',
      cause: 'FieldValueInvalid',
      rows: ['np-endport-less'],
    },
    range: {
      text: 'endPort is {end}; it must be between 1 and 65535',
      cause: 'FieldValueInvalid',
      rows: ['np-endport-range'],
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
      if (typeof port.value === 'string') report('named', endPort, { end, name: port.value });
      else if (port.absent) report('alone', endPort, { end });
      else if (port.value !== undefined) {
        if (end < port.value) report('less', endPort, { end, port: port.value });
        if (!isPortNumber(end)) report('range', endPort, { end });
      }
    }
  },
});
