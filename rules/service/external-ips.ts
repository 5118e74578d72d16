import { addressProblem, endpointAddressProblem } from '../../src/analysis/fields/addresses.ts';
import { requireFormat, VALUE_MESSAGES } from '../../src/analysis/fields/value-checks.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'service/external-ips',
  on: 'object',
  kinds: ['Service'],
  severity: 'error',
  summary: 'The externalIPs of a Service are IP addresses that reach a node.',
  details: `
\`externalIPs\` are addresses of nodes at which the Service is reached too. An unspecified, loopback or link-local address
is refused, because it means something else on each node. So are addresses with leading zeros, and IPv4 addresses in the form of
IPv6.
`,
  reference: 'https://kubernetes.io/docs/concepts/services-networking/service/#external-ips',
  messages: {
    invalid: {
      ...VALUE_MESSAGES.invalid,
      rows: ['service-external-ips'],
      explainsInField: ['service/address-form'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          externalIPs: [127.0.0.1, web.example.com, 192.0.2.7]
          #             ^^^^^^^^^ expect: invalid
          #                        ^^^^^^^^^^^^^^^ expect: invalid
          ports: [{ port: 80 }]
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Service
        metadata: { name: web }
        spec:
          externalIPs: [192.0.2.7]
          ports: [{ port: 80 }]
      `,
    ],
  },
  check(resource, { report, server }) {
    const problemOf = (text: string) =>
      addressProblem(text, server) ?? endpointAddressProblem(text);
    for (const ip of resource.root.get('spec').itemsOf('externalIPs')) {
      requireFormat(report, ip, problemOf);
    }
  },
});
