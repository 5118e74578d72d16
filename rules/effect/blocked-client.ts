import { type ClientUse, clientUses } from '../../src/analysis/installations/service-clients.ts';
import { namespaceLabels } from '../../src/analysis/installations/startup-requests.ts';
import {
  labelsPath,
  shareNamespace,
  type Workload,
  workloadsSelectedBy,
} from '../../src/analysis/installations/workloads.ts';
import { mayBePort } from '../../src/analysis/network-policy/allowed-ports.ts';
import {
  type Direction,
  rulesOfDirection,
} from '../../src/analysis/network-policy/directed-rules.ts';
import { indexBy } from '../../src/base/index-by.ts';
import { onceForEach } from '../../src/base/once-for-each.ts';
import { MOST_COMPARED } from '../../src/result/suggestion.ts';
import type { Installation, InstalledResource } from '../../src/rule/installation.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { selectorMatches } from '../../src/server/kubernetes/label-selector.ts';
import type { NetworkPolicyPeer } from '../../src/server/kubernetes/types.generated.ts';

type Policy = InstalledResource<'NetworkPolicy'>;

export default defineRule({
  id: 'effect/blocked-client',
  on: 'installation',
  severity: 'info',
  summary:
    'NetworkPolicies allow the connections that pods of the input make to a Service of the input.',
  details: `
A pod accepts only the connections that some NetworkPolicy allows, once one selects it for ingress, and makes only those that
some policy allows, once one selects it for egress. Both ends have to allow a connection.

The clients of a Service are the pods with an address of it in an environment variable or an argument, such as
\`http://cart.shop.svc:8080\` or \`cart:8080\`. Their labels and the port are compared with all NetworkPolicies of the input. What
depends on labels of a namespace that is not in the input, or on an \`ipBlock\`, is taken to be allowed.
`,
  reference: 'https://kubernetes.io/docs/concepts/services-networking/network-policies/',
  messages: {
    ingress: {
      text: "the {kind} '{client}' connects to the Service '{service}', but no NetworkPolicy allows its pods to connect to port {port} of the pods that it selects",
      help: 'allow the port from these pods in an ingress rule',
    },
    egress: {
      text: "the {kind} '{client}' connects to the Service '{service}', but no NetworkPolicy allows its pods to connect to port {port} of the pods that it selects",
      help: 'allow the port to the pods of the Service in an egress rule',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: cart, namespace: shop }
        spec:
          selector: { matchLabels: { app: cart } }
          template:
            metadata: { labels: { app: cart } }
            spec:
              containers: [{ name: cart, image: "cart:1.4" }]
        ---
        apiVersion: v1
        kind: Service
        metadata: { name: cart, namespace: shop }
        spec:
          selector: { app: cart }
          ports: [{ port: 80, targetPort: 8080 }]
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: web, namespace: shop }
        spec:
          selector: { matchLabels: { app: web } }
          template:
            metadata: { labels: { app: web } }
            spec:
              containers:
                - name: web
                  image: web:2.0
                  env: [{ name: CART_URL, value: "http://cart.shop.svc:80/api" }]
        ---
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: cart, namespace: shop }
        spec:
          podSelector: { matchLabels: { app: cart } }
          policyTypes: [Ingress]
          ingress: # expect: ingress
            - from: [{ podSelector: { matchLabels: { app: frontend } } }]
              ports: [{ port: 8080 }]
      `,
      yaml`
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: cart, namespace: shop }
        spec:
          selector: { matchLabels: { app: cart } }
          template:
            metadata: { labels: { app: cart } }
            spec:
              containers: [{ name: cart, image: "cart:1.4" }]
        ---
        apiVersion: v1
        kind: Service
        metadata: { name: cart, namespace: shop }
        spec:
          selector: { app: cart }
          ports: [{ port: 80, targetPort: 8080 }]
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: web, namespace: shop }
        spec:
          selector: { matchLabels: { app: web } }
          template:
            metadata: { labels: { app: web } }
            spec:
              containers:
                - name: web
                  image: web:2.0
                  args: ["--cart=cart:80"]
        ---
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: web, namespace: shop }
        spec:
          podSelector: { matchLabels: { app: web } }
          policyTypes: [Egress]
          egress: # expect: egress
            - to: [{ podSelector: { matchLabels: { app: cart } } }]
              ports: [{ port: 80 }]
            - ports: [{ port: 53, protocol: UDP }]
      `,
    ],
    good: [
      yaml`
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: cart, namespace: shop }
        spec:
          selector: { matchLabels: { app: cart } }
          template:
            metadata: { labels: { app: cart } }
            spec:
              containers: [{ name: cart, image: "cart:1.4" }]
        ---
        apiVersion: v1
        kind: Service
        metadata: { name: cart, namespace: shop }
        spec:
          selector: { app: cart }
          ports: [{ port: 80, targetPort: 8080 }]
        ---
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: web, namespace: shop }
        spec:
          selector: { matchLabels: { app: web } }
          template:
            metadata: { labels: { app: web } }
            spec:
              containers:
                - name: web
                  image: web:2.0
                  env: [{ name: CART_URL, value: "http://cart.shop.svc:80/api" }]
        ---
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: cart, namespace: shop }
        spec:
          podSelector: { matchLabels: { app: cart } }
          policyTypes: [Ingress]
          ingress:
            - from: [{ podSelector: { matchLabels: { app: web } } }]
              ports: [{ port: 8080 }]
      `,
    ],
  },
  check(installation, { report }) {
    // Connections are allowed by any policy, so all have to be known.
    if (!installation.isComplete) return;
    const all = installation.resources('NetworkPolicy');
    const uses = all.length === 0 ? [] : clientUses(installation);
    if (uses.length === 0) return;
    const policies = indexBy(
      all.filter(({ object, resource }) => !resource.undecodable && !object.mayChange('spec')),
      ({ object }) => [object.namespace],
    );
    const restricting = (direction: Direction) =>
      onceForEach((workload: Workload) => {
        const near = policies.get(workload.object.namespace) ?? [];
        const compared = near.length > MOST_COMPARED ? [] : near;
        return compared.filter((policy) => restricts(policy, workload, direction));
      });
    const policiesOf = { Ingress: restricting('Ingress'), Egress: restricting('Egress') };
    for (const use of uses) {
      const servers = workloadsSelectedBy(use.service, installation);
      for (const server of servers.slice(0, MOST_SERVERS)) {
        const blocked = blockedDirection(use, server, policiesOf, installation);
        if (blocked === undefined) continue;
        const { direction, policy } = blocked;
        const spec = policy.resource.root.get('spec');
        const rules = spec.get(direction === 'Ingress' ? 'ingress' : 'egress');
        const at = rules.absent ? spec.get('podSelector') : rules;
        const { object: client } = use.client;
        const { object: service } = use.service;
        const values = {
          kind: client.kind,
          client: client.name,
          service: service.name,
          port: String(use.targetPort),
        };
        const id = direction === 'Ingress' ? 'ingress' : 'egress';
        report({
          message: id,
          at: { object: policy.object, at, side: 'key' },
          values,
          related: [
            { object: client, at: use.at, message: 'the address of the Service' },
            { object: service, message: `the Service '${service.name}'` },
            { object: server.object, message: 'the pods that it selects' },
          ],
        });
        break;
      }
    }
  },
});

/** The most workloads behind a Service that connections are looked at for. */
const MOST_SERVERS = 10;

/** The direction in which a connection is certainly not allowed, with a policy that restricts it. */
function blockedDirection(
  { client, targetPort }: ClientUse,
  server: Workload,
  policiesOf: Readonly<Record<Direction, (workload: Workload) => readonly Policy[]>>,
  installation: Installation,
): { readonly direction: Direction; readonly policy: Policy } | undefined {
  if (client === server || !areLabelsKnown(client) || !areLabelsKnown(server)) return undefined;
  for (const direction of ['Ingress', 'Egress'] as const) {
    const [own, peer] = direction === 'Ingress' ? [server, client] : [client, server];
    if (own.podSpec.get('hostNetwork').value === true) continue;
    const selecting = policiesOf[direction](own);
    const [policy] = selecting;
    const isAllowed = selecting.some((candidate) =>
      allows(candidate, direction, peer, targetPort, installation),
    );
    if (policy !== undefined && !isAllowed) return { direction, policy };
  }
  return undefined;
}

/**
 * Reports whether the labels of pods are those in the input. Pods in the network of their host cannot be selected as
 * peers.
 */
function areLabelsKnown(workload: Workload): boolean {
  const { object, podSpec } = workload;
  return !object.mayChange(labelsPath(workload)) && podSpec.get('hostNetwork').value !== true;
}

/** Reports whether a policy certainly selects pods for a direction. */
function restricts(policy: Policy, workload: Workload, direction: Direction): boolean {
  const { object } = policy;
  const isSameNamespace =
    object.namespace === workload.object.namespace && shareNamespace(object, workload.object);
  if (!isSameNamespace) return false;
  const { podSelector = {}, policyTypes, egress } = policy.resource.root.get('spec').value ?? {};
  const types = policyTypes ?? (egress === undefined ? ['Ingress'] : ['Ingress', 'Egress']);
  return types.includes(direction) && selectorMatches(podSelector, workload.labels);
}

/** Reports whether a policy may allow connections with pods to a port. */
function allows(
  policy: Policy,
  direction: Direction,
  peer: Workload,
  port: number | string,
  installation: Installation,
): boolean {
  return rulesOfDirection(policy.resource, direction).some(({ peers, ports }) => {
    const listed = peers.value ?? [];
    const isPeer =
      listed.length === 0 || listed.some((entry) => isAmong(entry, policy, peer, installation));
    const allowedPorts = ports.items();
    return (
      isPeer &&
      (allowedPorts.length === 0 ||
        allowedPorts.some((allowedPort) => mayBePort(allowedPort, port)))
    );
  });
}

/** Reports whether pods may be among the peers of a policy. */
function isAmong(
  { ipBlock, namespaceSelector, podSelector = {} }: NetworkPolicyPeer,
  { object }: Policy,
  { object: pods, labels }: Workload,
  installation: Installation,
): boolean {
  if (ipBlock !== undefined) return true;
  if (!selectorMatches(podSelector, labels)) return false;
  if (namespaceSelector === undefined) return shareNamespace(object, pods);
  const { namespace } = pods;
  const known = namespace === undefined ? undefined : namespaceLabels(namespace, installation);
  if (namespace === undefined || known === undefined) return true;
  const all = new Map([...known, ['kubernetes.io/metadata.name', namespace] as const]);
  return selectorMatches(namespaceSelector, all);
}
