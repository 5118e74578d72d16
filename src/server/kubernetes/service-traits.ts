/** The fields of the spec of a Service that decide what it has, typed or as a value of its manifest. */
interface ServiceTraits {
  readonly type?: unknown;
  readonly allocateLoadBalancerNodePorts?: unknown;
  readonly externalTrafficPolicy?: unknown;
  readonly externalIPs?: unknown;
}

/** The `clusterIP` of a headless Service. */
export const HEADLESS = 'None';

/** Reports whether a Service has addresses. One of type ExternalName is only a name of DNS. */
export function hasAddresses({ type }: ServiceTraits = {}): boolean {
  return type !== 'ExternalName';
}

/** Reports whether a Service has ports of nodes. */
export function isOnNodes({ type }: ServiceTraits = {}): boolean {
  return type === 'NodePort' || type === 'LoadBalancer';
}

/** Reports whether a Service is reached from outside of the cluster. */
export function isReachedFromOutside(spec: ServiceTraits = {}): boolean {
  const { type, externalIPs } = spec;
  const hasExternalIPs = Array.isArray(externalIPs) && externalIPs.length > 0;
  return isOnNodes(spec) || (type === 'ClusterIP' && hasExternalIPs);
}

/** Reports whether the server chooses the ports of nodes that are absent. */
export function choosesPorts(spec: ServiceTraits = {}): boolean {
  const { type, allocateLoadBalancerNodePorts = true } = spec;
  return type === 'NodePort' || (type === 'LoadBalancer' && allocateLoadBalancerNodePorts === true);
}

/** Reports whether each node has a port for health checks, which says whether it has endpoints of the Service. */
export function needsHealthCheck({ type, externalTrafficPolicy }: ServiceTraits = {}): boolean {
  return type === 'LoadBalancer' && externalTrafficPolicy === 'Local';
}
