import { addressProblem, endpointAddressProblem } from '../../src/analysis/fields/addresses.ts';
import { PROTOCOLS, requirePortNumber } from '../../src/analysis/fields/ports.ts';
import {
  reportInvalid,
  requireFormat,
  requireOneOf,
  requireText,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { labelKeyProblem } from '../../src/analysis/metadata/labels.ts';
import { labelProblem, subdomainProblem } from '../../src/analysis/metadata/names.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'endpoints/subsets',
  on: 'object',
  kinds: ['Endpoints'],
  severity: 'error',
  summary: 'Each subset of Endpoints has addresses that other nodes reach, and valid ports.',
  details: `
A subset has at least one item in \`addresses\` or \`notReadyAddresses\`. Their \`ip\` is an address that is not unspecified,
loopback or link-local. With several ports, each one needs a name.

Endpoints are deprecated. EndpointSlices have replaced them.
`,
  reference: 'https://kubernetes.io/docs/concepts/services-networking/service/#endpoints',
  messages: {
    none: {
      text: 'the subset has no addresses',
      help: 'add addresses, or remove the subset',
      cause: 'FieldValueRequired',
      rows: ['endpoints-no-addresses'],
    },
    required: { ...VALUE_MESSAGES.required, rows: ['endpoints-port-name'] },
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['endpoints-address', 'endpoints-port'] },
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['endpoints-protocol'] },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Endpoints
        metadata: { name: database }
        subsets:
          - ports: [{ port: 5432 }] # expect: none
          - addresses:
              - ip: db.example.com
                #   ^^^^^^^^^^^^^^ expect: invalid
              - ip: 127.0.0.1
                #   ^^^^^^^^^ expect: invalid
            ports:
              - name: sql
                port: 0
                #     ^ expect: invalid
              - port: 5432 # expect: required
                protocol: HTTP
                #         ^^^^ expect: unsupported
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Endpoints
        metadata: { name: database }
        subsets:
          - addresses: [{ ip: 192.0.2.7 }]
            ports: [{ port: 5432 }]
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: v1
          kind: Endpoints
          metadata: { name: database }
          subsets:
            - addresses: [{ ip: 10.1.2.3 }]
              ports:
                - port: 5432
                  protocol: tcp # as everywhere
        `,
        after: yaml`
          apiVersion: v1
          kind: Endpoints
          metadata: { name: database }
          subsets:
            - addresses: [{ ip: 10.1.2.3 }]
              ports:
                - port: 5432
                  protocol: TCP # as everywhere
        `,
      },
    ],
  },
  check(resource, { report, server }) {
    const problemOf = (ip: string) => addressProblem(ip, server) ?? endpointAddressProblem(ip);
    for (const subset of resource.root.itemsOf('subsets')) {
      const lists = [subset.get('addresses'), subset.get('notReadyAddresses')];
      const addresses = lists.flatMap((list) => list.items());
      if (addresses.length === 0 && !lists.some((list) => list.pruned)) {
        report({ message: 'none', at: subset });
      }
      for (const address of addresses) {
        const ip = address.get('ip');
        if (ip.absent) reportInvalid(report, ip, problemOf('') ?? '');
        else requireFormat(report, ip, problemOf);
        const hostname = address.get('hostname');
        if (hostname.value) requireFormat(report, hostname, labelProblem);
        requireFormat(report, address.get('nodeName'), subdomainProblem);
      }
      const ports = subset.itemsOf('ports');
      for (const port of ports) {
        const name = port.get('name');
        if (ports.length > 1) requireText(report, name, 'a name for each of several ports');
        if (name.value) requireFormat(report, name, labelProblem);
        requirePortNumber(report, port.get('port'));
        requireOneOf(report, port.get('protocol'), PROTOCOLS);
        requireFormat(report, port.get('appProtocol'), labelKeyProblem);
      }
    }
  },
});
