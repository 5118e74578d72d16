import {
  isAbout,
  portsOf,
  protocolOf,
  rulesOfDirection,
} from '../../src/analysis/network-policy/directions.ts';
import type { NetworkPolicyPort } from '../../src/kubernetes/types.generated.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';

/** Where name servers listen: the standard port, and the one of the pods of OpenShift's. */
const NAME_SERVER_PORTS: readonly number[] = [53, 5353];

export default defineRule({
  id: 'network-policy/name-resolution',
  kinds: ['NetworkPolicy'],
  severity: 'warning',
  summary: 'Pods whose outgoing connections are limited to some ports may still resolve names.',
  details: `
A policy with egress rules denies whatever they do not allow, the questions to the name server (DNS) too. A
pod that may reach its database but not resolve the database's name gets nothing but timeouts, which is the
most frequent mistake with these policies. Policies add to each other, so one for the whole namespace may
allow it; if there is none, add this rule:

    - to:
        - namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: kube-system } }
      ports:
        - { protocol: UDP, port: 53 }
        - { protocol: TCP, port: 53 }

Names are asked for by UDP; TCP is only for answers that do not fit. An entry without \`protocol\` is for TCP.
`,
  reference: 'https://kubernetes.io/docs/concepts/services-networking/network-policies/',
  messages: {
    denied: {
      text: 'no rule allows port 53, so these pods resolve no names unless another policy allows it',
      help: 'add a rule for port 53, of UDP and TCP',
      severity: 'info',
      rows: ['lint-np-no-dns'],
    },
    onlyTcp: {
      text: 'port 53 is allowed for TCP only, but names are resolved by UDP',
      help: 'add an entry with protocol: UDP and port: 53',
      rows: ['lint-np-dns-protocol'],
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
          policyTypes: [Egress]
          egress:
        # ^^^^^^ expect: denied
            - ports: [{ port: 443 }]
      `,
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: { matchLabels: { app: web } }
          policyTypes: [Egress]
          egress:
            - ports:
                - port: 53
                #       ^^ expect: onlyTcp
                - port: 443
      `,
    ],
    good: [
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web }
        spec:
          podSelector: { matchLabels: { app: web } }
          policyTypes: [Egress]
          egress:
            - ports:
                - { protocol: UDP, port: 53 }
                - { protocol: TCP, port: 53 }
                - { protocol: TCP, port: 443 }
      `,
    ],
  },
  check(resource, { report }) {
    // What is missing may only be ill-typed.
    if (resource.undecodable) return;
    const rules = rulesOfDirection(resource, 'Egress');
    const egress = resource.root.get('spec').get('egress');
    if (!isAbout(resource, 'Egress') || rules.length === 0) return;
    // A rule for all ports may well be the one to the name server.
    if (rules.some(({ rule, ports }) => rule.pruned || (ports.value ?? []).length === 0)) return;
    const entries = rules.flatMap(({ ports }) => ports.items());
    const allowing = entries.filter(allowsNameServer);
    const first = allowing[0];
    if (first === undefined) report('denied', egress, {}, { side: 'key' });
    else if (allowing.every((entry) => protocolOf(entry) === 'TCP')) {
      report('onlyTcp', first.get('port').absent ? first : first.get('port'));
    }
  },
});

/** Whether an entry allows the port of a name server; one with a name may, if it is about names. */
function allowsNameServer(entry: Field<NetworkPolicyPort>): boolean {
  const ports = portsOf(entry);
  if (ports === undefined) return String(entry.get('port').value).includes('dns');
  return NAME_SERVER_PORTS.some((port) => ports.first <= port && port <= ports.last);
}
