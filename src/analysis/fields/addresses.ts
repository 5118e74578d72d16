import {
  formatIpAddress,
  type IpAddress,
  isLinkLocalMulticast,
  isLinkLocalUnicast,
  isLoopback,
  isUnspecified,
  isWrappedIPv4,
  parseIpAddress,
} from '../../base/go/ip-address.ts';
import {
  formatCidr,
  hasHostBits,
  isIPv4Mapped,
  networkOf,
  parseCidr,
  parseIpSloppily,
} from '../../server/kubernetes/formats/cidr.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import { serverHas } from '../../server/kubernetes/server-changes.ts';

const NO_ADDRESS = 'use an IP address, such as 10.9.8.7 or 2001:db8::ffff';
const NO_RANGE = 'use a range, such as 10.9.8.0/24 or 2001:db8::/64';

/**
 * The error of an IP address, as a clause. Undefined for a valid address.
 *
 * Source: `IsValidIPForLegacyField` of `k8s.io/apimachinery/pkg/util/validation`.
 */
export function addressProblem(text: string, server: Server): string | undefined {
  const address = parseIpSloppily(text);
  if (address === undefined) return NO_ADDRESS;
  if (!serverHas('strict-address-ranges', server)) return undefined;
  if (!parseIpAddress(text).ok) return 'it has leading zeros';
  return isWrappedIPv4(address) ? 'it is an IPv4 address in the form of IPv6' : undefined;
}

/**
 * The error of an IP address in a newer field, which must be in canonical form, as a clause. Undefined for a valid
 * address.
 *
 * Source: `IsValidIP` of `k8s.io/apimachinery/pkg/util/validation`.
 */
export function canonicalAddressProblem(text: string): string | undefined {
  if (parseIpSloppily(text) === undefined) return NO_ADDRESS;
  const preferred = preferredAddress(text);
  return preferred === undefined ? undefined : `its canonical form is ${preferred}`;
}

/**
 * The error of a range in a newer field, which must be in canonical form, as a clause. Undefined for a valid range.
 *
 * Source: `IsValidCIDR` of `k8s.io/apimachinery/pkg/util/validation`.
 */
export function canonicalRangeProblem(text: string): string | undefined {
  const range = parseCidr(text);
  if (range === undefined) return NO_RANGE;
  const canonical = formatCidr(networkOf(range));
  return canonical === text ? undefined : `its canonical form is ${canonical}`;
}

/** Reports whether a text is an address or a range of IPv6. An IPv4 address in the form of IPv6 is none. */
export function isIPv6(text: string): boolean {
  const address = parseIpSloppily(text) ?? parseCidr(text)?.address;
  return address !== undefined && address.bytes.length > 4 && !isWrappedIPv4(address);
}

/**
 * The error of a range in CIDR notation, as a clause. Undefined for a valid range.
 *
 * Source: `IsValidCIDRForLegacyField` of `k8s.io/apimachinery/pkg/util/validation`.
 */
export function addressRangeProblem(text: string, server: Server): string | undefined {
  const range = parseCidr(text);
  if (range === undefined) return NO_RANGE;
  if (!serverHas('strict-address-ranges', server)) return undefined;
  if (range.hasLeadingZeros) return 'it has leading zeros';
  if (isIPv4Mapped(range)) return 'it is an IPv4 range in the form of IPv6';
  return hasHostBits(range) ? 'it has bits set after the prefix' : undefined;
}

/**
 * The error of an address that must not be local to a node, as a clause. Undefined for a valid address.
 *
 * Source: `ValidateEndpointIP` in `pkg/apis/core/validation/validation.go` of Kubernetes.
 */
export function endpointAddressProblem(text: string): string | undefined {
  const address = parseIpSloppily(text);
  if (address === undefined) return NO_ADDRESS;
  return LOCAL_ADDRESSES.find(([isLocal]) => isLocal(address))?.[1];
}

/**
 * The canonical form of an IP address that has another form, about which the server warns. Undefined for all other
 * texts.
 *
 * Source: `GetWarningsForIP` of `k8s.io/apimachinery/pkg/util/validation`.
 */
export function preferredAddress(text: string): string | undefined {
  const address = parseIpSloppily(text);
  if (address === undefined) return undefined;
  const isStandard = parseIpAddress(text).ok && !isWrappedIPv4(address);
  const preferred = formatIpAddress(address);
  return (isStandard && address.bytes.length === 4) || preferred === text ? undefined : preferred;
}

/**
 * The canonical form of a range that has another form, about which the server warns. Undefined for all other texts.
 *
 * Source: `GetWarningsForCIDR` of `k8s.io/apimachinery/pkg/util/validation`.
 */
export function preferredRange(text: string): string | undefined {
  const range = parseCidr(text);
  if (range === undefined) return undefined;
  const isStandard = !range.hasLeadingZeros && !isIPv4Mapped(range) && !hasHostBits(range);
  if (isStandard && range.address.bytes.length === 4) return undefined;
  const preferred = formatCidr(isStandard ? range : networkOf(range));
  return preferred === text ? undefined : preferred;
}

const LOCAL_ADDRESSES: readonly (readonly [(address: IpAddress) => boolean, string])[] = [
  [isUnspecified, 'the unspecified address is not allowed'],
  [isLoopback, 'a loopback address is not allowed'],
  [isLinkLocalUnicast, 'a link-local address is not allowed'],
  [isLinkLocalMulticast, 'a link-local multicast address is not allowed'],
];
