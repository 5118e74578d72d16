import type { Field } from '../../rule/field.ts';
import { parseIpSloppily } from '../../server/kubernetes/formats/cidr.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import { HEADLESS, hasAddresses } from '../../server/kubernetes/service-traits.ts';
import type { ServiceSpec } from '../../server/kubernetes/types.generated.ts';
import { addressProblem, isIPv6 } from '../fields/addresses.ts';
import type { AllocationFault, StoredService } from './allocation.ts';

/** An address of a Service that the server chooses. It is one of IPv4. */
const CHOSEN = 'chosen by the server';

/** The first and the last address of a Service in 10.96.0.0/12, the range that kubeadm sets by default. */
const FIRST_ADDRESS = [10, 96, 0, 1] as const;
const LAST_ADDRESS = [10, 111, 255, 254] as const;

const FAMILIES: readonly string[] = ['IPv4', 'IPv6'];
const POLICIES: readonly string[] = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];

/** The addresses of a Service. */
export interface Addresses {
  readonly clusterIP: string;
  readonly clusterIPs: readonly string[];
  readonly families: readonly string[];
  /** The `ipFamilyPolicy`; undefined if it has none. */
  readonly policy: string | undefined;
}

type Spec = Field<ServiceSpec | undefined>;

interface Request {
  readonly spec: Spec;
  readonly server: Server;
  readonly stored: StoredService | undefined;
}

interface Result extends Addresses {
  readonly faults: readonly AllocationFault[];
}

/**
 * The addresses that a Service gets, in steps. The server ends at the first step with errors.
 *
 * Source: `initIPFamilyFields`, `allocClusterIPs` and `updateClusterIPs` in `pkg/registry/core/service/storage/alloc.go` of
 * Kubernetes.
 *
 * @param stored the Service before an update; undefined for a new one
 */
export function allocatedAddresses(
  spec: Spec,
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
  if (!isSame && isSameList(clusterIPs, stored.clusterIPs)) {
    clusterIPs = clusterIP === '' ? [] : [clusterIP];
  }
  return { clusterIP, clusterIPs, families, policy };
}

/** Reports whether an update leaves all addresses of a Service with `PreferDualStack` as they are. */
function isKeptDualStack(
  { clusterIPs, families, policy }: Addresses,
  { spec, stored }: Request,
): boolean {
  return (
    stored !== undefined &&
    stored.spec.type === spec.value?.type &&
    policy === 'PreferDualStack' &&
    (stored.policy ?? policy) === policy &&
    isSameList(clusterIPs, stored.clusterIPs) &&
    isSameList(families, stored.families)
  );
}

function defaultPolicy(addresses: Addresses, request: Request): string {
  const policy = isFree(addresses, request) ? 'RequireDualStack' : 'SingleStack';
  return request.stored?.policy ?? policy;
}

/** A headless Service without a selector has the families of its endpoints, which are unknown. */
function isFree({ clusterIP }: Addresses, { spec }: Request): boolean {
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
    clusterIPs: isSameList(clusterIPs, stored.clusterIPs) ? clusterIPs.slice(0, 1) : clusterIPs,
    families: isSameList(families, stored.families) ? families.slice(0, 1) : families,
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

/**
 * The errors of the addresses, families and the policy that no cluster accepts.
 *
 * Source: `ValidateServiceClusterIPsRelatedFields` in `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
function addressFaults(
  { clusterIP, clusterIPs, families, policy }: Addresses,
  { spec, server, stored }: Request,
): readonly AllocationFault[] {
  const list = spec.get('clusterIPs');
  const faults: AllocationFault[] = [];
  const add = (kind: AllocationFault['kind'], at: Field, problem: string, path = at.path): void => {
    faults.push({ subject: 'address', kind, at, path, problem });
  };
  if (clusterIPs.length > 0 && (clusterIP === '' || clusterIPs[0] !== clusterIP)) {
    add(
      'invalid',
      list,
      clusterIP === '' ? 'clusterIP is absent' : 'the first value must be clusterIP',
    );
  }
  const familyFields = spec.get('ipFamilies').items();
  for (const [index, family] of familyFields.entries()) {
    const { value = '' } = family;
    if (!FAMILIES.includes(value)) add('unsupported', family, 'IPv4 or IPv6');
    if (families.indexOf(value) < index) add('duplicate', family, 'each family can occur once');
  }
  if (policy !== undefined && !POLICIES.includes(policy)) {
    const at = spec.get('ipFamilyPolicy');
    add('unsupported', at, 'SingleStack, PreferDualStack or RequireDualStack');
  }
  // A Service with clusterIP alone has the first of clusterIPs from it.
  const written = list.items();
  const fieldAt = (index: number): Field => written[index] ?? spec.get('clusterIP');
  let isReadable = true;
  for (const [index, ip] of clusterIPs.entries()) {
    if (index === 0 && ip === HEADLESS) {
      if (clusterIPs.length === 1) continue;
      add('invalid', list, "'None' must be the only value");
      isReadable = false;
      continue;
    }
    // The addresses before an update are not read again.
    const problem = stored?.clusterIPs.includes(ip) ? undefined : addressProblem(ip, server);
    if (problem === undefined) continue;
    add('invalid', fieldAt(index), problem, `spec.clusterIPs[${index}]`);
    isReadable = false;
  }
  if (clusterIPs.length > 2) add('invalid', list, 'it can have two values at most');
  if (!isReadable) return faults;
  if (clusterIPs.length > 1 && new Set(clusterIPs.map(familyOf)).size < clusterIPs.length) {
    add('invalid', list, 'each family can have one address');
  }
  if (clusterIPs[0] === HEADLESS) return faults;
  for (const [index, ip] of clusterIPs.entries()) {
    const family = families[index];
    if (family === undefined || !FAMILIES.includes(family)) continue;
    if (isIPv6(ip) === (family === 'IPv6')) continue;
    const isWritten = written[index] !== undefined || spec.get('clusterIP').value !== undefined;
    const at = isWritten ? fieldAt(index) : (familyFields[index] ?? list);
    const problem = isWritten
      ? `it is not of the family ${family} of ipFamilies[${index}]`
      : `the Service has the address ${ip}`;
    add('invalid', at, problem, `spec.clusterIPs[${index}]`);
  }
  return faults;
}

/**
 * The errors of addresses and families that contradict the policy, or are not of the family of the cluster.
 *
 * @param given the addresses before their families are known
 */
function policyFaults(
  given: Addresses,
  { clusterIPs, families, policy }: Addresses,
  { spec, stored }: Request,
): readonly AllocationFault[] {
  const faults: AllocationFault[] = [];
  const at = spec.get('ipFamilyPolicy');
  const isSingle = policy === 'SingleStack';
  const isReduced = (list: readonly string[], before: readonly string[] = []): boolean =>
    list.length > 0 && list.length < before.length;
  if (isSingle && (clusterIPs.length === 2 || given.families.length === 2)) {
    const problem = 'two families need PreferDualStack or RequireDualStack';
    faults.push({ subject: 'address', kind: 'invalid', at, path: at.path, problem });
  }
  if (
    !isSingle &&
    (isReduced(given.clusterIPs, stored?.clusterIPs) || isReduced(given.families, stored?.families))
  ) {
    const problem = 'it must be SingleStack to release the second address and family';
    faults.push({ subject: 'address', kind: 'invalid', at, path: at.path, problem });
  }
  for (const [index, family] of families.entries()) {
    if (index < given.families.length || family === 'IPv4') continue;
    const isUnknown = !FAMILIES.includes(family);
    faults.push({
      subject: 'address',
      kind: isUnknown ? 'invalid' : 'unavailable',
      at: spec.get('clusterIPs').items()[index] ?? spec.get('clusterIP'),
      path: `spec.clusterIPs[${index}]`,
      problem: isUnknown ? NO_FAMILY : NO_IPV6,
    });
  }
  return faults;
}

/** The errors of families that a cluster does not have by default. */
function clusterFaults(
  { families, policy }: Addresses,
  { spec }: Request,
): readonly AllocationFault[] {
  const list = spec.get('ipFamilies');
  const wrong: (readonly [Field, string])[] = families.flatMap((family, index) =>
    family === 'IPv6' ? [[list.items()[index] ?? list, `${list.path}[${index}]`] as const] : [],
  );
  if (policy === 'RequireDualStack') {
    const at = spec.get('ipFamilyPolicy');
    wrong.push([at, at.path]);
  }
  return wrong.map(([at, path]): AllocationFault => {
    return { subject: 'address', kind: 'unavailable', at, path, problem: NO_IPV6 };
  });
}

/** The error of an address outside of the range of Services. */
function rangeFaults(ip: string, { spec }: Request): readonly AllocationFault[] {
  if (ip === CHOSEN || isServiceAddress(ip)) return [];
  return [
    {
      subject: 'address',
      kind: 'unavailable',
      at: spec.get('clusterIPs').items()[0] ?? spec.get('clusterIP'),
      path: 'spec.clusterIPs',
      problem: 'it is outside of 10.96.0.0/12, the default range of Services',
    },
  ];
}

function isServiceAddress(ip: string): boolean {
  const bytes = [...(parseIpSloppily(ip)?.bytes ?? [])].slice(-4);
  const position = (of: readonly number[]): number => of.reduce((sum, byte) => sum * 256 + byte, 0);
  const at = position(bytes);
  return at >= position(FIRST_ADDRESS) && at <= position(LAST_ADDRESS);
}

const NO_IPV6 = 'a cluster has no IPv6 addresses by default';
const NO_FAMILY = 'it is not an address';

/** The family of an address. A stored address can be one of none. */
function familyOf(ip: string): string {
  if (isIPv6(ip)) return 'IPv6';
  return ip === CHOSEN || parseIpSloppily(ip) !== undefined ? 'IPv4' : 'unknown';
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
