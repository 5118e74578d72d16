import { type Backend, backendsOf, serviceOf } from '../../src/analysis/installations/backends.ts';
import { NamespaceIndex } from '../../src/analysis/installations/namespace-index.ts';
import {
  labelsPath,
  type Workload,
  workloadsSelectedBy,
} from '../../src/analysis/installations/workloads.ts';
import { mayBePort } from '../../src/analysis/network-policy/allowed-ports.ts';
import { rulesOfDirection } from '../../src/analysis/network-policy/directed-rules.ts';
import { certainlySelects } from '../../src/analysis/requests/namespace-reach.ts';
import { getOrCompute } from '../../src/base/get-or-compute.ts';
import { onceForEach } from '../../src/base/once-for-each.ts';
import { MOST_COMPARED } from '../../src/result/suggestion.ts';
import type { InstalledResource, TypedObject } from '../../src/rule/installation.ts';
import { defineRule, yaml } from '../../src/rule/rule.ts';
import { selectorMatches } from '../../src/server/kubernetes/label-selector.ts';
import type { LabelSelector } from '../../src/server/kubernetes/types.generated.ts';

export default defineRule({
  id: 'effect/blocked-webhook',
  on: 'installation',
  severity: 'info',
  summary:
    'NetworkPolicies allow the API server to connect to the pods of a webhook or APIService.',
  details: `
The API server connects to the pods that serve a webhook, a conversion webhook or an aggregated API. It usually runs in the
network of its host, so that \`podSelector\` and \`namespaceSelector\` do not select it. If NetworkPolicies select these pods for
ingress, some rule has to allow the port from an \`ipBlock\` with the addresses of the control plane, or from everywhere.
Otherwise the webhook seems not to be available, and \`failurePolicy\` decides about requests.

Kubernetes does not define whether connections from the network of a host are restricted, so that this depends on the network
plugin. In some clusters these connections come from pods in \`kube-system\`. So a rule whose \`namespaceSelector\` selects that
namespace is taken to allow them.
`,
  reference: 'https://kubernetes.io/docs/concepts/services-networking/network-policies/',
  messages: {
    blocked: {
      text: "the pods of the {kind} '{name}' serve {use}, but no NetworkPolicy of the input allows the API server to connect to them",
      help: 'allow the port of the webhook from everywhere, or from the addresses of the control plane',
    },
  },
  examples: {
    bad: [
      yaml`
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: hooks, namespace: shop }
        spec:
          selector: { matchLabels: { app: hooks } }
          template:
            metadata: { labels: { app: hooks } }
            spec:
              containers: [{ name: hooks, image: "hooks:1.4" }]
        ---
        apiVersion: v1
        kind: Service
        metadata: { name: hooks, namespace: shop }
        spec:
          selector: { app: hooks }
          ports: [{ port: 443, targetPort: 9443 }]
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata:
          name: hooks.example.com
          annotations: { cert-manager.io/inject-ca-from: shop/hooks }
        webhooks:
          - name: names.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            failurePolicy: Ignore
            rules:
              - operations: [CREATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
        ---
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: hooks, namespace: shop }
        spec:
          podSelector: { matchLabels: { app: hooks } }
          policyTypes: [Ingress]
          ingress: # expect: blocked
            - from:
                - namespaceSelector: { matchLabels: { webhook: enabled } }
              ports: [{ port: 9443, protocol: TCP }]
      `,
    ],
    good: [
      yaml`
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: hooks, namespace: shop }
        spec:
          selector: { matchLabels: { app: hooks } }
          template:
            metadata: { labels: { app: hooks } }
            spec:
              containers: [{ name: hooks, image: "hooks:1.4" }]
        ---
        apiVersion: v1
        kind: Service
        metadata: { name: hooks, namespace: shop }
        spec:
          selector: { app: hooks }
          ports: [{ port: 443, targetPort: 9443 }]
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingWebhookConfiguration
        metadata:
          name: hooks.example.com
          annotations: { cert-manager.io/inject-ca-from: shop/hooks }
        webhooks:
          - name: names.example.com
            clientConfig:
              service: { name: hooks, namespace: shop }
            sideEffects: None
            admissionReviewVersions: [v1]
            failurePolicy: Ignore
            rules:
              - operations: [CREATE]
                apiGroups: [apps]
                apiVersions: [v1]
                resources: [deployments]
        ---
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: { name: hooks, namespace: shop }
        spec:
          podSelector: { matchLabels: { app: hooks } }
          policyTypes: [Ingress]
          ingress:
            - ports: [{ port: 9443, protocol: TCP }]
      `,
    ],
  },
  check(installation, { report }) {
    // Connections are allowed by any policy, so all have to be known.
    if (!installation.isComplete) return;
    const networkPolicies = installation.resources('NetworkPolicy');
    const backends = networkPolicies.length === 0 ? [] : backendsOf(installation);
    if (backends.length === 0) return;
    const policies = new NetworkPolicies(networkPolicies);
    // Many Services may select the same pods.
    const checkedPorts = onceForEach((_: Workload) => new Set<number | string>());
    const known = new Set<Workload>();
    for (const backend of backends) {
      const service = serviceOf(backend, installation);
      if (service === undefined) continue;
      const target = targetPortOf(service, backend);
      const workloads = workloadsSelectedBy(service, installation);
      for (const workload of workloads.slice(0, MOST_WORKLOADS)) {
        if (known.has(workload) || checkedPorts(workload).has(target)) continue;
        checkedPorts(workload).add(target);
        const selecting = policies.selecting(workload);
        const [first] = selecting;
        // NetworkPolicies do not apply to pods in the network of their host.
        const isHostNetwork = workload.podSpec.get('hostNetwork').value === true;
        if (first === undefined || isHostNetwork) continue;
        if (selecting.some((policy) => policies.allows(policy, target))) continue;
        known.add(workload);
        reportBlocked(first, backend, service, workload);
      }
    }

    function reportBlocked(
      { object: policy, resource }: InstalledResource<'NetworkPolicy'>,
      { referrer, service: reference }: Backend,
      service: TypedObject<'Service'>,
      { object, metadata }: Workload,
    ): void {
      const spec = resource.root.get('spec');
      const ingress = spec.get('ingress');
      const at = ingress.absent ? spec.get('podSelector') : ingress;
      const use = referrer.resource.kind === 'APIService' ? 'an API' : 'a webhook';
      report({
        message: 'blocked',
        at: { object: policy, at, side: 'key' },
        values: { kind: object.kind, name: object.name, use },
        related: [
          { object: referrer.object, at: reference, message: 'the reference to it' },
          { object: service.object, message: `the Service '${service.object.name}'` },
          { object, at: metadata.get('labels'), message: 'the pods that it selects' },
        ],
      });
    }
  },
});

/** The NetworkPolicies of an installation. */
class NetworkPolicies {
  readonly #index: NamespaceIndex<SelectingPolicy>;
  readonly #allowedPorts = onceForEach(
    (_: InstalledResource<'NetworkPolicy'>) => new Map<number | string, boolean>(),
  );

  constructor(policies: readonly InstalledResource<'NetworkPolicy'>[]) {
    this.#index = new NamespaceIndex(
      policies.flatMap(selectingPolicy),
      ({ policy }) => policy.object,
    );
  }

  /** The policies that certainly select the pods of a workload. */
  readonly selecting = onceForEach((workload: Workload) => {
    const near = this.#index.near(workload.object);
    const isKnown = !workload.object.mayChange(labelsPath(workload));
    return (isKnown && near.length <= MOST_COMPARED ? near : [])
      .filter(({ podSelector }) => selectorMatches(podSelector, workload.labels))
      .map(({ policy }) => policy);
  });

  /** Reports whether a policy may allow connections to a port. */
  allows(policy: InstalledResource<'NetworkPolicy'>, target: number | string): boolean {
    const known = this.#allowedPorts(policy);
    return getOrCompute(known, target, () => mayAllow(policy, target));
  }
}

/** The most workloads behind a Service that are looked at. */
const MOST_WORKLOADS = 10;

/** The port of the pods that the server connects to. */
function targetPortOf({ root }: TypedObject<'Service'>, { port }: Backend): number | string {
  const ports = root.get('spec').itemsOf('ports');
  return ports.find((listed) => listed.get('port').value === port)?.value?.targetPort ?? port;
}

/** A policy that applies to ingress. */
interface SelectingPolicy {
  readonly policy: InstalledResource<'NetworkPolicy'>;
  readonly podSelector: LabelSelector;
}

/**
 * The policy with its selector, if it applies to ingress (the default of `policyTypes`), and no patch changes its
 * selector.
 */
function selectingPolicy(policy: InstalledResource<'NetworkPolicy'>): readonly SelectingPolicy[] {
  const { undecodable, root } = policy.resource;
  const { policyTypes, podSelector = {} } = root.get('spec').value ?? {};
  const applies = !undecodable && (policyTypes === undefined || policyTypes.includes('Ingress'));
  return applies && !policy.object.mayChange('spec.podSelector') ? [{ policy, podSelector }] : [];
}

/** Reports whether a policy may allow connections of the API server to a port. */
function mayAllow(
  { object, resource }: InstalledResource<'NetworkPolicy'>,
  target: number | string,
): boolean {
  if (object.mayChange('spec.ingress')) return true;
  return rulesOfDirection(resource, 'Ingress').some(({ peers, ports }) => {
    const from = peers.items();
    const isFromServer =
      from.length === 0 ||
      from.some((peer) => {
        const namespaces = peer.get('namespaceSelector');
        if (!peer.get('ipBlock').absent) return true;
        return !namespaces.absent && certainlySelects(namespaces, 'kube-system');
      });
    const listed = ports.items();
    return isFromServer && (listed.length === 0 || listed.some((port) => mayBePort(port, target)));
  });
}
