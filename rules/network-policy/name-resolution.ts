import {
  appliesTo,
  portsOf,
  protocolOf,
  rulesOfDirection,
} from '../../src/analysis/network-policy/directed-rules.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import type { NetworkPolicyPort } from '../../src/server/kubernetes/types.generated.ts';

/** The ports of DNS servers: the standard one, and the one of the pods of OpenShift's DNS. */
const NAME_SERVER_PORTS: readonly number[] = [53, 5353];

export default defineRule({
  id: 'network-policy/name-resolution',
  on: 'object',
  kinds: ['NetworkPolicy'],
  severity: 'warning',
  summary: 'Pods whose egress traffic is limited to some ports can use DNS.',
  details: `
A policy with egress rules denies all egress traffic that they do not allow, including DNS. Without DNS, a pod cannot
connect to a service by its name, even if another rule allows the connection. Policies add to each other, so a policy for the
whole namespace may allow DNS. If there is none, add this rule:

    - to:
        - namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: kube-system } }
      ports:
        - { protocol: UDP, port: 53 }
        - { protocol: TCP, port: 53 }

DNS uses UDP, and TCP for long answers. An item of \`ports\` without \`protocol\` is for TCP.
`,
  reference: 'https://kubernetes.io/docs/concepts/services-networking/network-policies/',
  messages: {
    denied: {
      text: 'no rule allows port 53, so these pods cannot use DNS unless another policy allows it',
      help: 'add a rule for port 53 with the protocols UDP and TCP',
      severity: 'info',
      rows: ['lint-np-no-dns'],
    },
    onlyTcp: {
      text: 'port 53 is allowed only for TCP, but DNS uses UDP, so these pods cannot resolve most names',
      help: 'add an item with protocol: UDP and port: 53',
      rows: ['lint-np-dns-protocol'],
      dependsOn: ['spec.egress'],
    },
    onlyTcpInRange: {
      text: 'the range has port 53 only for TCP, but DNS uses UDP, so these pods cannot use DNS unless another policy allows it',
      help: 'add an item with protocol: UDP and port: 53',
      severity: 'info',
      rows: ['lint-np-dns-protocol'],
      dependsOn: ['spec.egress'],
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
      yaml`
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: outside }
        spec:
          podSelector: { matchLabels: { outside: allowed } }
          policyTypes: [Egress]
          egress:
            - ports: [{ protocol: TCP, port: 1, endPort: 65535 }]
            #                                ^ expect: onlyTcpInRange
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
    // An absent field may be one of a wrong type.
    if (resource.undecodable) return;
    const rules = rulesOfDirection(resource, 'Egress');
    const egress = resource.root.get('spec').get('egress');
    if (!appliesTo(resource, 'Egress') || rules.length === 0) return;
    // A rule for all ports may be the one for DNS.
    if (rules.some(({ rule, ports }) => rule.pruned || (ports.value ?? []).length === 0)) return;
    const entries = rules.flatMap(({ ports }) => ports.items());
    const allowing = entries.filter(allowsNameServer);
    const [first] = allowing;
    if (first === undefined) report({ message: 'denied', at: egress, side: 'key' });
    else if (allowing.every((entry) => protocolOf(entry) === 'TCP')) {
      const meant = allowing.find(isForNameServer);
      if (meant !== undefined) report({ message: 'onlyTcp', at: meant.get('port') });
      else {
        const at = first.get('port').absent ? first : first.get('port');
        report({ message: 'onlyTcpInRange', at });
      }
    }
  },
});

/** Reports whether an item of `ports` allows DNS, by number or by a name that contains 'dns'. */
function allowsNameServer(entry: Field<NetworkPolicyPort>): boolean {
  const ports = portsOf(entry);
  if (ports === undefined) return String(entry.get('port').value).includes('dns');
  return NAME_SERVER_PORTS.some((port) => ports.first <= port && port <= ports.last);
}

/** Reports whether an item of `ports` is for DNS: it allows its port alone. A range is for any traffic. */
function isForNameServer(entry: Field<NetworkPolicyPort>): boolean {
  const ports = portsOf(entry);
  return ports === undefined || ports.first === ports.last;
}
