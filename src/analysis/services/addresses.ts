import { areEqualLists } from '../../base/equal-lists.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import { HEADLESS, hasAddresses } from '../../server/kubernetes/service-traits.ts';
import type { ServiceSpec } from '../../server/kubernetes/types.generated.ts';
import { addressFaults, clusterFaults, policyFaults, rangeFaults } from './address-faults.ts';
import { CHOSEN, familyOf } from './families.ts';
import type {
  Addresses,
  AddressRequest,
  AllocationFault,
  StoredService,
} from './service-allocation.ts';

interface Result extends Addresses {
  readonly faults: readonly AllocationFault[];
}

/**
 * The addresses that a Service gets, in steps. The server ends at the first step with errors.
 *
 * Source: `initIPFamilyFields`, `allocClusterIPs` and `updateClusterIPs` in
 * `pkg/registry/core/service/storage/alloc.go` of Kubernetes.
 *
 * @param stored the Service before an update; undefined for a new one
 */
export function allocatedAddresses(
  spec: AddressRequest['spec'],
  server: Server,
  stored: StoredService | undefined,
): Result {
  const request = { spec, server, stored };
  const requested = requestedAddresses(spec.value ?? {}, stored);
  if (!hasAddresses(spec.value) || isKeptDualStack(requested, request)) {
    return { ...requested, faults: [] };
  }
  const given = { ...requested, policy: requested.policy ?? defaultPolicy(requested, request) };
  const invalid = addressFaults(given, request);
  if (invalid.length > 0) {
    // If it is stored nevertheless, the server reads a Service without families as one of a single family.
    const policy = given.families.length === 0 ? 'SingleStack' : given.policy;
    return { ...given, policy, faults: invalid };
  }

  const kept = released(given, stored);
  const addresses = withFamilies(kept);
  const contradictions = policyFaults(kept, addresses, request);
  if (contradictions.length > 0) {
    return { ...kept, families: knownFamilies(kept, addresses), faults: contradictions };
  }
  if (isFree(addresses, request)) {
    return { ...addresses, families: freeFamilies(addresses), faults: [] };
  }
  const missing = clusterFaults(addresses, request);
  if (missing.length > 0) return { ...addresses, faults: missing };

  const families = addresses.families.length === 0 ? ['IPv4'] : addresses.families;
  const isNew = stored === undefined || !hasAddresses(stored.spec);
  if (!isNew || addresses.clusterIPs[0] === HEADLESS) return { ...addresses, families, faults: [] };
  const clusterIPs = families.map((_, index) => addresses.clusterIPs[index] || CHOSEN);
  const [clusterIP = ''] = clusterIPs;
  const faults = rangeFaults(clusterIP, request);
  return { ...addresses, families, clusterIP, clusterIPs, faults };
}

/** The addresses of a manifest. Those that it does not name are kept in an update. */
function requestedAddresses(spec: ServiceSpec, stored: StoredService | undefined): Addresses {
  const { ipFamilies: families = [], ipFamilyPolicy: policy } = spec;
  let { clusterIP = '', clusterIPs = [] } = spec;
  if (stored === undefined) {
    if (clusterIPs.length === 0 && clusterIP !== '') clusterIPs = [clusterIP];
    return { clusterIP, clusterIPs, families, policy };
  }
  const isKept = hasAddresses(spec) && hasAddresses(stored.spec);
  if (isKept && clusterIP === '') clusterIP = stored.clusterIP;
  const isSame = clusterIP === stored.clusterIP;
  if (clusterIPs.length === 0 && (isKept || isSame)) clusterIPs = stored.clusterIPs;
  if (!isSame && areEqualLists(clusterIPs, stored.clusterIPs)) {
    clusterIPs = clusterIP === '' ? [] : [clusterIP];
  }
  return { clusterIP, clusterIPs, families, policy };
}

/** Reports whether an update leaves all addresses of a Service with `PreferDualStack` as they are. */
function isKeptDualStack(
  { clusterIPs, families, policy }: Addresses,
  { spec, stored }: AddressRequest,
): boolean {
  return (
    stored !== undefined &&
    stored.spec.type === spec.value?.type &&
    policy === 'PreferDualStack' &&
    (stored.policy ?? policy) === policy &&
    areEqualLists(clusterIPs, stored.clusterIPs) &&
    areEqualLists(families, stored.families)
  );
}

function defaultPolicy(addresses: Addresses, request: AddressRequest): string {
  const policy = isFree(addresses, request) ? 'RequireDualStack' : 'SingleStack';
  return request.stored?.policy ?? policy;
}

/** A headless Service without a selector has the families of its endpoints, which are unknown. */
function isFree({ clusterIP }: Addresses, { spec }: AddressRequest): boolean {
  return clusterIP === HEADLESS && Object.keys(spec.value?.selector ?? {}).length === 0;
}

function freeFamilies({ families, policy }: Addresses): readonly string[] {
  const [first = 'IPv4'] = families;
  const isSingle = families.length > 1 || policy === 'SingleStack';
  return isSingle && families.length > 0
    ? families
    : [first, ...(isSingle ? [] : [first === 'IPv4' ? 'IPv6' : 'IPv4'])];
}

/** The addresses without the second one, if an update to `SingleStack` releases it. */
function released(addresses: Addresses, stored: StoredService | undefined): Addresses {
  const { clusterIPs, families, policy } = addresses;
  if (stored === undefined || policy !== 'SingleStack') return addresses;
  return {
    ...addresses,
    clusterIPs: areEqualLists(clusterIPs, stored.clusterIPs) ? clusterIPs.slice(0, 1) : clusterIPs,
    families: areEqualLists(families, stored.families) ? families.slice(0, 1) : families,
  };
}

/** The addresses with the families of those addresses for which none is given. */
function withFamilies(addresses: Addresses): Addresses {
  const { clusterIPs, families } = addresses;
  if (clusterIPs[0] === HEADLESS) return addresses;
  return {
    ...addresses,
    families: [...families, ...clusterIPs.slice(families.length).map(familyOf)],
  };
}

/** The families of a Service that contradicts itself: the cluster adds only families that it has. */
function knownFamilies({ families: given }: Addresses, { families }: Addresses): readonly string[] {
  return families.filter((family, index) => index < given.length || family === 'IPv4');
}
