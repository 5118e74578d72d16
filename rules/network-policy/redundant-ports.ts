import {
  directedRules,
  portsOf,
  protocolOf,
} from '../../src/analysis/network-policy/directed-rules.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { NetworkPolicyPort } from '../../src/server/kubernetes/types.generated.ts';

export default defineRule({
  id: 'network-policy/redundant-ports',
  on: 'object',
  kinds: ['NetworkPolicy'],
  severity: 'info',
  summary: 'Each item of ports allows other ports than the others, and has a protocol or port.',
  details: `
An item of \`ports\` without \`port\` allows all ports of its protocol, which is TCP by default. So \`{}\` does not allow UDP. To
allow all protocols, remove \`ports\`, or add an item for each.

If all ports of an item are also part of another item, it has no effect. Often one of the two should have another port or
protocol.
`,
  reference:
    'https://kubernetes.io/docs/concepts/services-networking/network-policies/#targeting-a-range-of-ports',
  messages: {
    onlyTcp: {
      text: 'an item without port and protocol allows all TCP ports, but no UDP ports',
      help: 'add the protocol, or remove ports to allow all protocols',
      rows: ['lint-np-port-without-port'],
    },
    allPorts: {
      text: 'this item allows all {protocol} ports, so the item for {other} has no effect',
      help: 'remove one of the two items',
      rows: ['lint-np-port-without-port'],
    },
    within: {
      text: '{protocol} {port} is part of {other} in the same rule, so it has no effect',
      help: 'remove this item, or change its port or protocol',
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
    // An absent field may be one of a wrong type.
    if (resource.undecodable) return;
    for (const { ports } of directedRules(resource)) {
      const entries = ports.items().map((field) => ({
        field,
        port: field.get('port'),
        protocol: protocolOf(field),
        ports: portsOf(field),
        text: textOf(field),
      }));
      const withPort = new Map(
        entries
          .filter(({ port }) => port.value !== undefined)
          .map(({ protocol, text }) => [protocol, text]),
      );
      for (const { field, port, protocol } of entries) {
        if (!port.absent) continue;
        const other = withPort.get(protocol);
        if (other !== undefined)
          report({ message: 'allPorts', at: field, values: { protocol, other } });
        else if (!field.get('protocol').isWritten) report({ message: 'onlyTcp', at: field });
      }
      const named = new Set<string>();
      const widest = new Map<string, { readonly last: number; readonly text: string }>();
      // In this order, an item is part of another one if an earlier one ends at the same or a higher port.
      for (const { port, protocol, ports: own, text } of entries
        .filter((entry) => entry.port.value !== undefined)
        .sort((a, b) => (a.ports?.first ?? 0) - (b.ports?.first ?? 0) || reach(b) - reach(a))) {
        if (own === undefined) {
          const key = `${protocol} ${text}`;
          if (named.has(key))
            report({ message: 'within', at: port, values: { protocol, port: text, other: text } });
          named.add(key);
          continue;
        }
        const wide = widest.get(protocol);
        if (wide !== undefined && own.last <= wide.last) {
          report({
            message: 'within',
            at: port,
            values: { protocol, port: text, other: wide.text },
          });
        } else widest.set(protocol, { last: own.last, text });
      }
    }
  },
});

function reach({ ports }: { readonly ports: ReturnType<typeof portsOf> }): number {
  return ports?.last ?? 0;
}

/** The ports of an item for a message. */
function textOf(entry: Field<NetworkPolicyPort>): string {
  const ports = portsOf(entry);
  if (ports === undefined || ports.first === ports.last) return String(entry.get('port').value);
  return `${ports.first}-${ports.last}`;
}
