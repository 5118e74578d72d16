import type { Field } from '../../rule/field.ts';
import { parseIpSloppily } from '../../server/kubernetes/formats/cidr.ts';
import { HEADLESS } from '../../server/kubernetes/service-traits.ts';
import { addressProblem, isIPv6 } from '../fields/addresses.ts';
import { CHOSEN, FAMILIES, familyOf } from './families.ts';
import type { Addresses, AddressRequest, AllocationFault } from './service-allocation.ts';

/** The first and the last address of a Service in 10.96.0.0/12, the range that kubeadm sets by default. */
const FIRST_ADDRESS = [10, 96, 0, 1] as const;
const LAST_ADDRESS = [10, 111, 255, 254] as const;

const POLICIES: readonly string[] = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];

const NO_IPV6 = 'a cluster has no IPv6 addresses by default';
const NO_FAMILY = 'it is not an address';

/**
 * The errors of the addresses, families and the policy that no cluster accepts.
 *
 * Source: `ValidateServiceClusterIPsRelatedFields` in `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
export function addressFaults(
  addresses: Addresses,
  request: AddressRequest,
): readonly AllocationFault[] {
  const list = request.spec.get('clusterIPs');
  const unreadable = unreadableAddresses(addresses, request);
  const faults = [
    ...firstAddressFaults(addresses, list),
    ...unknownFamilies(addresses, request),
    ...unreadable,
    ...(addresses.clusterIPs.length > 2 ? [fault(list, 'it can have two values at most')] : []),
  ];
  return unreadable.length > 0 ? faults : [...faults, ...otherFamilies(addresses, request)];
}

function fault(
  at: Field,
  problem: string,
  path = at.path,
  kind: AllocationFault['kind'] = 'invalid',
): AllocationFault {
  return { subject: 'address', kind, at, path, problem };
}

function firstAddressFaults(
  { clusterIP, clusterIPs }: Addresses,
  list: Field,
): readonly AllocationFault[] {
  if (clusterIPs.length === 0 || (clusterIP !== '' && clusterIPs[0] === clusterIP)) return [];
  return [
    fault(list, clusterIP === '' ? 'clusterIP is absent' : 'the first value must be clusterIP'),
  ];
}

function unknownFamilies(
  { families, policy }: Addresses,
  { spec }: AddressRequest,
): readonly AllocationFault[] {
  const faults: AllocationFault[] = [];
  for (const [index, family] of spec.itemsOf('ipFamilies').entries()) {
    const { path, value = '' } = family;
    if (!FAMILIES.includes(value)) faults.push(fault(family, 'IPv4 or IPv6', path, 'unsupported'));
    if (families.indexOf(value) < index) {
      faults.push(fault(family, 'each family can occur once', path, 'duplicate'));
    }
  }
  if (policy !== undefined && !POLICIES.includes(policy)) {
    const at = spec.get('ipFamilyPolicy');
    const problem = 'SingleStack, PreferDualStack or RequireDualStack';
    faults.push(fault(at, problem, at.path, 'unsupported'));
  }
  return faults;
}

function unreadableAddresses(
  { clusterIPs }: Addresses,
  { spec, server, stored }: AddressRequest,
): readonly AllocationFault[] {
  return clusterIPs.flatMap((ip, index) => {
    if (index === 0 && ip === HEADLESS) {
      const problem = "'None' must be the only value";
      return clusterIPs.length === 1 ? [] : [fault(spec.get('clusterIPs'), problem)];
    }
    // The addresses before an update are not read again.
    const problem = stored?.clusterIPs.includes(ip) ? undefined : addressProblem(ip, server);
    if (problem === undefined) return [];
    return [fault(fieldOfAddress(spec, index), problem, `spec.clusterIPs[${index}]`)];
  });
}

/** The field of an address. A Service with clusterIP alone has the first of clusterIPs from it. */
function fieldOfAddress(spec: AddressRequest['spec'], index: number): Field {
  return spec.itemsOf('clusterIPs')[index] ?? spec.get('clusterIP');
}

/** The errors of two addresses of one family, and of addresses of another family than that of ipFamilies. */
function otherFamilies(
  { clusterIPs, families }: Addresses,
  { spec }: AddressRequest,
): readonly AllocationFault[] {
  const list = spec.get('clusterIPs');
  const faults: AllocationFault[] = [];
  if (clusterIPs.length > 1 && new Set(clusterIPs.map(familyOf)).size < clusterIPs.length) {
    faults.push(fault(list, 'each family can have one address'));
  }
  if (clusterIPs[0] === HEADLESS) return faults;
  for (const [index, ip] of clusterIPs.entries()) {
    const family = families[index];
    if (family === undefined || !FAMILIES.includes(family)) continue;
    if (isIPv6(ip) === (family === 'IPv6')) continue;
    const isWritten =
      list.items()[index] !== undefined || spec.get('clusterIP').value !== undefined;
    const at = isWritten
      ? fieldOfAddress(spec, index)
      : (spec.itemsOf('ipFamilies')[index] ?? list);
    const problem = isWritten
      ? `it is not of the family ${family} of ipFamilies[${index}]`
      : `the Service has the address ${ip}`;
    faults.push(fault(at, problem, `spec.clusterIPs[${index}]`));
  }
  return faults;
}

/**
 * The errors of addresses and families that contradict the policy, or are not of the family of the cluster.
 *
 * @param given the addresses before their families are known
 */
export function policyFaults(
  given: Addresses,
  { clusterIPs, families, policy }: Addresses,
  { spec, stored }: AddressRequest,
): readonly AllocationFault[] {
  const faults: AllocationFault[] = [];
  const at = spec.get('ipFamilyPolicy');
  const isSingle = policy === 'SingleStack';
  const isReduced = (list: readonly string[], before: readonly string[] = []): boolean =>
    list.length > 0 && list.length < before.length;
  if (isSingle && (clusterIPs.length === 2 || given.families.length === 2)) {
    const problem = 'two families need PreferDualStack or RequireDualStack';
    faults.push(fault(at, problem));
  }
  if (
    !isSingle &&
    (isReduced(given.clusterIPs, stored?.clusterIPs) || isReduced(given.families, stored?.families))
  ) {
    const problem = 'it must be SingleStack to release the second address and family';
    faults.push(fault(at, problem));
  }
  for (const [index, family] of families.entries()) {
    if (index < given.families.length || family === 'IPv4') continue;
    const isUnknown = !FAMILIES.includes(family);
    const problem = isUnknown ? NO_FAMILY : NO_IPV6;
    const kind = isUnknown ? 'invalid' : 'unavailable';
    faults.push(fault(fieldOfAddress(spec, index), problem, `spec.clusterIPs[${index}]`, kind));
  }
  return faults;
}

/** The errors of families that a cluster does not have by default. */
export function clusterFaults(
  { families, policy }: Addresses,
  { spec }: AddressRequest,
): readonly AllocationFault[] {
  const list = spec.get('ipFamilies');
  const wrong: (readonly [Field, string])[] = families.flatMap((family, index) =>
    family === 'IPv6' ? [[list.items()[index] ?? list, `${list.path}[${index}]`] as const] : [],
  );
  if (policy === 'RequireDualStack') {
    const at = spec.get('ipFamilyPolicy');
    wrong.push([at, at.path]);
  }
  return wrong.map(([at, path]) => fault(at, NO_IPV6, path, 'unavailable'));
}

/** The error of an address outside of the range of Services. */
export function rangeFaults(ip: string, { spec }: AddressRequest): readonly AllocationFault[] {
  if (ip === CHOSEN || isServiceAddress(ip)) return [];
  const problem = 'it is outside of 10.96.0.0/12, the default range of Services';
  return [fault(fieldOfAddress(spec, 0), problem, 'spec.clusterIPs', 'unavailable')];
}

function isServiceAddress(ip: string): boolean {
  const bytes = [...(parseIpSloppily(ip)?.bytes ?? [])].slice(-4);
  const position = (of: readonly number[]): number => of.reduce((sum, byte) => sum * 256 + byte, 0);
  const at = position(bytes);
  return at >= position(FIRST_ADDRESS) && at <= position(LAST_ADDRESS);
}
