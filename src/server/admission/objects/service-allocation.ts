import { isMapping } from '../../../yaml/tree.ts';
import { parseIpSloppily } from '../../kubernetes/formats/cidr.ts';
import {
  choosesPorts,
  HEADLESS,
  hasAddresses,
  isOnNodes,
  isReachedFromOutside,
  needsHealthCheck,
} from '../../kubernetes/service-traits.ts';
import type { Mapping, Value } from '../../kubernetes/value.ts';
import { type Draft, ensureStruct, structsIn } from './draft.ts';
import { GENERATED } from './generated-values.ts';

/**
 * Gives a Service that the server accepts its addresses and ports, those that a cluster with default ranges and IPv4
 * only has. The addresses and ports that the server chooses are always the same. `src/analysis/services/allocation.ts`
 * says which Services it does not accept.
 *
 * Source: `allocateCreate` in `pkg/registry/core/service/storage/alloc.go` of Kubernetes.
 */
export function allocateService(service: Draft): void {
  const spec = ensureStruct(service, 'spec');
  if (hasAddresses(spec)) {
    allocateAddresses(spec);
    // A Service of type ExternalName has no ports of nodes either.
    allocatePorts(spec);
  }
}

function allocateAddresses(spec: Draft): void {
  const given = listIn(spec, 'clusterIPs');
  const clusterIPs = given.length === 0 ? listIn({ one: spec.clusterIP ?? '' }, 'one') : given;
  const isFree = clusterIPs[0] === HEADLESS && isEmpty(spec.selector);
  const policy = spec.ipFamilyPolicy ?? (isFree ? 'RequireDualStack' : 'SingleStack');
  spec.ipFamilyPolicy = policy;
  let families = listIn(spec, 'ipFamilies');
  if (clusterIPs[0] !== HEADLESS) {
    families = [...families, ...clusterIPs.slice(families.length).map(familyOf)];
  }
  if (families.length === 0) families = ['IPv4'];
  if (isFree && families.length === 1 && policy !== 'SingleStack') {
    families = [...families, families[0] === 'IPv4' ? 'IPv6' : 'IPv4'];
  }
  spec.ipFamilies = families;
  spec.clusterIPs =
    clusterIPs[0] === HEADLESS
      ? [HEADLESS]
      : families.map((_, index) => clusterIPs[index] ?? GENERATED.serviceAddress);
  spec.clusterIP = listIn(spec, 'clusterIPs')[0] ?? '';
}

function listIn(struct: Mapping, field: string): readonly Value[] {
  const value = struct[field];
  if (Array.isArray(value)) return value;
  return typeof value === 'string' && value !== '' ? [value] : [];
}

function isEmpty(value: Value | undefined): boolean {
  return !isMapping(value) || Object.keys(value).length === 0;
}

function familyOf(address: Value): string {
  return parseIpSloppily(String(address))?.bytes.length === 16 && String(address).includes(':')
    ? 'IPv6'
    : 'IPv4';
}

/** Gives each port a port of the nodes. Ports of the same number share one. */
function allocatePorts(spec: Draft): void {
  if (choosesPorts(spec)) {
    const ports = structsIn(spec, 'ports');
    const taken = new Set(ports.map(({ nodePort }) => nodePort));
    let next = GENERATED.nodePort;
    for (const port of ports) {
      if (!isZero(port.nodePort)) continue;
      const shared = ports.find((one) => one.port === port.port && !isZero(one.nodePort));
      while (shared === undefined && taken.has(next)) next++;
      port.nodePort = shared?.nodePort ?? next;
      taken.add(port.nodePort);
    }
  }
  if (needsHealthCheck(spec) && isZero(spec.healthCheckNodePort)) {
    const taken = structsIn(spec, 'ports').map(({ nodePort }) => Number(nodePort ?? 0));
    spec.healthCheckNodePort = Math.max(GENERATED.nodePort, ...taken) + 1;
  }
}

function isZero(value: Value | undefined): boolean {
  return value === undefined || value === null || Number(value) === 0;
}

/**
 * Gives an updated Service the addresses and ports that it keeps, and removes those that its new type does not have.
 *
 * Source: `beginUpdate` in `pkg/registry/core/service/storage/storage.go` and `dropTypeDependentFields` in
 * `pkg/registry/core/service/strategy.go` of Kubernetes.
 *
 * @param stored the spec of the Service before the update, with its addresses and ports
 */
export function updateService(service: Draft, stored: Mapping): void {
  const spec = ensureStruct(service, 'spec');
  const before = isMapping(stored.spec) ? stored.spec : {};
  keepAllocated(spec, before);
  if (hasAddresses(before) && !hasAddresses(spec)) {
    for (const field of ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy']) {
      removeIfSame(spec, before, field);
    }
  }
  if (isOnNodes(before) && !isOnNodes(spec)) {
    const ports = structsIn(spec, 'ports');
    const portsBefore = Array.isArray(before.ports) ? before.ports : [];
    const used = new Set(portsBefore.map((port) => (isMapping(port) ? port.nodePort : undefined)));
    if (ports.every(({ nodePort }) => isZero(nodePort) || used.has(nodePort))) {
      for (const port of ports) delete port.nodePort;
    }
  }
  if (needsHealthCheck(before) && !needsHealthCheck(spec)) {
    removeIfSame(spec, before, 'healthCheckNodePort');
  }
  if (before.type === 'LoadBalancer' && spec.type !== 'LoadBalancer') {
    removeIfSame(spec, before, 'allocateLoadBalancerNodePorts');
    removeIfSame(spec, before, 'loadBalancerClass');
  }
  if (isReachedFromOutside(before) && !isReachedFromOutside(spec)) {
    removeIfSame(spec, before, 'externalTrafficPolicy');
  }
  if (spec.type !== 'LoadBalancer') ensureStruct(service, 'status').loadBalancer = {};
  allocateService(service);
}

function keepAllocated(spec: Draft, before: Mapping): void {
  if (hasAddresses(before) && hasAddresses(spec)) {
    if ((spec.clusterIP ?? '') === '') spec.clusterIP = before.clusterIP ?? '';
    if (listIn(spec, 'clusterIPs').length === 0)
      spec.clusterIPs = [...listIn(before, 'clusterIPs')];
    const isSingle = (spec.ipFamilyPolicy ?? before.ipFamilyPolicy) === 'SingleStack';
    spec.ipFamilyPolicy ??= before.ipFamilyPolicy ?? null;
    if (listIn(spec, 'ipFamilies').length === 0) {
      spec.ipFamilies = listIn(before, 'ipFamilies').slice(0, isSingle ? 1 : 2);
    }
    if (isSingle) spec.clusterIPs = listIn(spec, 'clusterIPs').slice(0, 1);
  }
  if (isOnNodes(before) && isOnNodes(spec)) {
    const ports = structsIn(spec, 'ports');
    const written = new Set(ports.map(({ nodePort }) => nodePort));
    const byName = new Map(
      (Array.isArray(before.ports) ? before.ports : [])
        .filter(isMapping)
        .map(({ name = '', nodePort }) => [name, nodePort] as const),
    );
    for (const port of ports) {
      const kept = byName.get(port.name ?? '');
      if (isZero(port.nodePort) && kept !== undefined && !written.has(kept)) port.nodePort = kept;
    }
  }
  if (needsHealthCheck(before) && needsHealthCheck(spec) && isZero(spec.healthCheckNodePort)) {
    spec.healthCheckNodePort = before.healthCheckNodePort ?? 0;
  }
}

function removeIfSame(spec: Draft, before: Mapping, field: string): void {
  if (JSON.stringify(spec[field]) === JSON.stringify(before[field])) delete spec[field];
}
