import { type Handler, handlersOf } from '../../src/analysis/pods/handlers.ts';
import { containersInOrder, POD_KINDS, podOf } from '../../src/analysis/pods/pod-specs.ts';
import type { Field } from '../../src/rule/field.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { minorsWith } from '../../src/server/kubernetes/server-changes.ts';
import type { ContainerPort } from '../../src/server/kubernetes/types.generated.ts';

export default defineRule({
  id: 'pod/overlapping-ports',
  on: 'object',
  kinds: POD_KINDS,
  severity: 'warning',
  summary: 'Each port of a pod is listed once, and has a name of its own.',
  details: `
All containers of a pod have the same address, so that only one of them can listen on a port. The API server warns about a port
that is listed twice with the same protocol, and about two ports with one name: Services that use the name find the first of them.
The probes of a container use its own ports, so a repeated name is only an info if these probes use it.

\`hostIP\` only has an effect with \`hostPort\`. Two items with the same \`hostPort\`, of which one has a \`hostIP\`, are ambiguous.
`,
  reference: 'https://kubernetes.io/docs/concepts/services-networking/service/#field-spec-ports',
  messages: {
    port: {
      text: 'the port {port}/{protocol} is listed before: {relation}',
      help: 'remove one of the two items, or change its port or protocol',
      cause: 'Warning',
      rows: ['pod-port-overlap'],
    },
    name: {
      text: "another port of the pod has the name '{name}', and Services use that one",
      help: 'give each port of the pod a name of its own',
      cause: 'Warning',
      rows: ['pod-port-name-overlap'],
      range: minorsWith('port-name-warnings'),
    },
    probedName: {
      text: "another port of the pod has the name '{name}', and Services use that one; the probes of this container use this one",
      help: 'give each port of the pod a name of its own',
      severity: 'info',
      cause: 'Warning',
      rows: ['pod-port-name-overlap'],
      range: minorsWith('port-name-warnings'),
    },
    hostIp: {
      text: 'hostIP {ip} has no effect without hostPort',
      help: 'remove hostIP, or add hostPort',
      cause: 'Warning',
      rows: ['pod-host-ip-alone'],
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers:
            - name: web
              image: nginx
              ports:
                - { name: http, containerPort: 80 }
                - { name: metrics, containerPort: 9100, hostIP: 10.0.0.1 } # expect: hostIp
            - name: proxy
              image: envoy
              ports:
                - { containerPort: 80 } # expect: port
                - { name: metrics, containerPort: 9901 } # expect: name
      `,
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers:
            - name: web
              image: nginx
              ports: [{ name: health, containerPort: 8081 }]
            - name: proxy
              image: envoy
              ports:
                - { name: health, containerPort: 8082 } # expect: probedName
              livenessProbe: { httpGet: { path: /health, port: health } }
      `,
    ],
    good: [
      yaml`
        apiVersion: v1
        kind: Pod
        metadata: { name: shop }
        spec:
          containers:
            - name: web
              image: nginx
              ports:
                - { name: dns-udp, containerPort: 53, protocol: UDP }
                - { name: dns-tcp, containerPort: 53, protocol: TCP }
      `,
    ],
  },
  check(resource, { report }) {
    const earlier = new Map<string, Field<ContainerPort>[]>();
    const names = new Set<string>();
    for (const { field: container } of containersInOrder(podOf(resource))) {
      for (const port of container.itemsOf('ports')) {
        const { value: ip = '' } = port.get('hostIP');
        const { value: hostPort = 0 } = port.get('hostPort');
        if (ip !== '' && hostPort === 0) report({ message: 'hostIp', at: port, values: { ip } });
        const { value: number = 0 } = port.get('containerPort');
        const { value: protocol = '' } = port.get('protocol');
        const others = earlier.get(`${number}/${protocol}`) ?? [];
        const relation = others.flatMap((other) => relationOf(port, other) ?? [])[0];
        // A refused item without a number says nothing about others.
        if (relation !== undefined && number !== 0) {
          report({ message: 'port', at: port, values: { port: number, protocol, relation } });
        }
        earlier.set(`${number}/${protocol}`, [...others, port]);
        const { value: name = '' } = port.get('name');
        if (names.has(name)) {
          const isProbed = handlersOf(container).some((handler) => usesPort(handler, name));
          report({ message: isProbed ? 'probedName' : 'name', at: port, values: { name } });
        }
        if (name !== '') names.add(name);
      }
    }
  },
});

/** The relation of two items with the same port and protocol, as a clause; undefined if both are useful. */
function relationOf(port: Field<ContainerPort>, other: Field<ContainerPort>): string | undefined {
  const { value: hostPort = 0 } = port.get('hostPort');
  const { value: otherHostPort = 0 } = other.get('hostPort');
  const { value: ip = '' } = port.get('hostIP');
  const { value: otherIp = '' } = other.get('hostIP');
  if (ip === otherIp && hostPort === otherHostPort) return 'both items are equal';
  if (hostPort === 0 || otherHostPort === 0) return 'the item with hostPort is enough';
  const hasOneIp = (ip === '') !== (otherIp === '');
  return hostPort === otherHostPort && hasOneIp
    ? 'it is ambiguous which of them uses the hostPort'
    : undefined;
}

/** Reports whether a probe, or a hook of the lifecycle, connects to a port by its name. */
function usesPort({ value }: Handler, name: string): boolean {
  return value?.httpGet?.port === name || value?.tcpSocket?.port === name;
}
