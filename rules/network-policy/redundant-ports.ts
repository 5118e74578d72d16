import {
  directedRules,
  portsOf,
  protocolOf,
} from '../../src/analysis/network-policy/directions.ts';
import type { NetworkPolicyPort } from '../../src/kubernetes/types.generated.ts';
import type { Field } from '../../src/rule/field.ts';
import type { Resource } from '../../src/rule/resource.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

export default defineRule({
  id: 'network-policy/redundant-ports',
  kinds: ['NetworkPolicy'],
  severity: 'info',
  summary: 'Each entry of ports adds something to the others, and says its protocol or its port.',
  details: `
An entry of \`ports\` without \`port\` is for all ports of its protocol, and without \`protocol\` that is TCP. So \`{}\`
looks like all ports of everything, and UDP is not among them. Leave \`ports\` out to allow every protocol, or
write an entry for each one that is meant.

An entry whose ports are part of another one's adds nothing. Often one of the two was meant to be another
port, or another protocol.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#targeting-a-range-of-ports',
  messages: {
    onlyTcp: {
      text: 'an entry without port and protocol is for all ports of TCP, and for no UDP',
      help: 'write the protocol, or leave ports out to allow all of them',
      rows: ['lint-np-port-without-port'],
    },
    allPorts: {
      text: 'this entry is for all {protocol} ports, so {other} beside it adds nothing',
      help: 'leave one of the two out',
      rows: ['lint-np-port-without-port'],
    },
    within: {
      text: '{protocol} {port} is part of {other} in the same rule, so it adds nothing',
      help: 'leave it out',
      rows: ['lint-np-port-duplicate'],
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
            - ports:
                - {}
                # ^^ expect: onlyTcp
            - ports:
                - protocol: TCP
                # ^^^^^^^^ expect: allPorts
                - port: 443
            - ports:
                - { port: 80, endPort: 90 }
                - { port: 85 }
                #         ^^ expect: within
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
            - ports:
                - { protocol: UDP, port: 443 }
                - { protocol: TCP, port: 443 }
      `,
    ],
  },
  check(resource, { report }) {
    // What is missing may only be ill-typed.
    if (resource.undecodable) return;
    for (const { ports } of directedRules(resource)) {
      const entries = ports.items().map((field) => ({
        field,
        port: field.get('port'),
        protocol: protocolOf(field),
        ports: portsOf(field),
        text: textOf(field),
      }));
      const beside = new Map(
        entries
          .filter(({ port }) => port.value !== undefined)
          .map(({ protocol, text }) => [protocol, text]),
      );
      for (const { field, port, protocol } of entries) {
        if (!port.absent) continue;
        const other = beside.get(protocol);
        if (other !== undefined) report('allPorts', field, { protocol, other });
        else if (!isWritten(resource, field.get('protocol'))) report('onlyTcp', field);
      }
      const named = new Set<string>();
      const widest = new Map<string, { readonly last: number; readonly text: string }>();
      // In this order an entry is part of another one if one before it reaches as far.
      for (const { port, protocol, ports: own, text } of entries
        .filter((entry) => entry.port.value !== undefined)
        .sort((a, b) => (a.ports?.first ?? 0) - (b.ports?.first ?? 0) || reach(b) - reach(a))) {
        if (own === undefined) {
          const key = `${protocol} ${text}`;
          if (named.has(key)) report('within', port, { protocol, port: text, other: text });
          named.add(key);
          continue;
        }
        const wide = widest.get(protocol);
        if (wide !== undefined && own.last <= wide.last) {
          report('within', port, { protocol, port: text, other: wide.text });
        } else widest.set(protocol, { last: own.last, text });
      }
    }
  },
});

function reach({ ports }: { readonly ports: ReturnType<typeof portsOf> }): number {
  return ports?.last ?? 0;
}

function isWritten({ origin }: Resource, field: Field): boolean {
  return origin.document.locate(field.documentPath) !== undefined;
}

/** The ports of an entry as a reader would write them. */
function textOf(entry: Field<NetworkPolicyPort>): string {
  const ports = portsOf(entry);
  if (ports === undefined || ports.first === ports.last) return String(entry.get('port').value);
  return `${ports.first}-${ports.last}`;
}
