import { PROTOCOLS } from '../../src/analysis/fields/ports.ts';
import {
  requireCount,
  requireFormat,
  requireOneOf,
  requireUnique,
  VALUE_MESSAGES,
} from '../../src/analysis/fields/value-checks.ts';
import { labelKeyProblem } from '../../src/analysis/metadata/labels.ts';
import { labelProblem } from '../../src/analysis/metadata/names.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

const MOST_PORTS = 20_000;

export default defineRule({
  id: 'endpoint-slice/ports',
  on: 'object',
  kinds: ['EndpointSlice'],
  severity: 'error',
  summary: 'The ports of an EndpointSlice have different names and known protocols.',
  details: `
The names of the ports are those of the ports of the Service. A port without a name has an empty one, so that only one port can
have none. The \`protocol\` is TCP, which is the default, UDP or SCTP. A slice has at most 20,000 ports.
`,
  reference:
    'https://kubernetes.io/docs/reference/kubernetes-api/service-resources/endpoint-slice-v1/',
  messages: {
    invalid: { ...VALUE_MESSAGES.invalid, rows: ['endpoint-slice-port-name'] },
    unsupported: { ...VALUE_MESSAGES.unsupported, rows: ['endpoint-slice-protocol'] },
    duplicate: { ...VALUE_MESSAGES.duplicate, rows: ['endpoint-slice-port-twice'] },
    tooMany: {
      ...VALUE_MESSAGES.tooMany,
      rows: ['endpoint-slice-ports-many'],
      withoutExample: 'it would have 20,001 ports',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: discovery.k8s.io/v1
        kind: EndpointSlice
        metadata: { name: database }
        addressType: IPv4
        endpoints: []
        ports:
          - name: SQL
            #     ^^^ expect: invalid
            port: 5432
          - port: 5433
            protocol: tcp
            #         ^^^ expect: unsupported
          - port: 5434 # expect: duplicate
      `,
    ],
    good: [
      yaml`
        apiVersion: discovery.k8s.io/v1
        kind: EndpointSlice
        metadata: { name: database }
        addressType: IPv4
        endpoints: []
        ports:
          - { name: sql, port: 5432 }
      `,
    ],
    fixed: [
      {
        before: yaml`
          apiVersion: discovery.k8s.io/v1
          kind: EndpointSlice
          metadata: { name: database }
          addressType: IPv4
          endpoints: []
          ports:
            - port: 5432
              protocol: tcp # as everywhere
        `,
        after: yaml`
          apiVersion: discovery.k8s.io/v1
          kind: EndpointSlice
          metadata: { name: database }
          addressType: IPv4
          endpoints: []
          ports:
            - port: 5432
              protocol: TCP # as everywhere
        `,
      },
    ],
  },
  check(resource, { report }) {
    const list = resource.root.get('ports');
    if (!requireCount(report, list, MOST_PORTS)) return;
    const ports = list.items();
    const names = ports.map((port) => port.get('name'));
    requireUnique(report, names, ({ value }) => value, 'each port needs its own name');
    for (const port of ports) {
      const name = port.get('name');
      if (name.value) requireFormat(report, name, labelProblem);
      requireOneOf(report, port.get('protocol'), PROTOCOLS);
      requireFormat(report, port.get('appProtocol'), labelKeyProblem);
    }
  },
});
