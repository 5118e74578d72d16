import {
  formatIpPrefix,
  type IpAddress,
  type IpPrefix,
  isWrappedIPv4,
  maskIpPrefix,
  parseIpAddress,
  prefixContains,
} from '../../go/ip-address.ts';

/** A range of addresses: an address, host bits included, and how many of its leading bits count. */
export interface Cidr extends IpPrefix {
  /** Whether a number has zeros in front, which some software reads as octal. */
  readonly hasLeadingZeros: boolean;
}

const IPV4_MAPPED_BITS = 96;

/**
 * Reads a range in CIDR notation as the API server does, which is laxer than the standard: numbers
 * may have zeros in front (decimal all the same), and bits may be set beyond the length. Undefined
 * for what is no range: no length, a zone, blanks.
 *
 * Source: `ParseCIDRSloppy` of k8s.io/utils, which is `net.ParseCIDR` as it was up to Go 1.16.
 */
export function parseCidr(text: string): Cidr | undefined {
  const slash = text.indexOf('/');
  if (slash < 0) return undefined;
  const host = text.slice(0, slash);
  const written = text.slice(slash + 1);
  const address = parseIpSloppily(host);
  if (address === undefined || !/^[0-9]+$/.test(written)) return undefined;
  const bits = Number(written);
  if (bits > address.bytes.length * 8) return undefined;
  // Strictly read, only the zeros could be wrong.
  const hasLeadingZeros = !parseIpAddress(host).ok || /^0./.test(written);
  return { address, bits, hasLeadingZeros };
}

/** Reads an address as `ParseIPSloppy` of k8s.io/utils does: without a zone, and with any zeros in front. */
export function parseIpSloppily(text: string): IpAddress | undefined {
  const plain = text.replace(/(?<![0-9a-fA-F])0+(?=[0-9a-fA-F])/g, '');
  const parsed = parseIpAddress(plain);
  return parsed.ok && parsed.value.zone === '' ? parsed.value : undefined;
}

/** Whether a range is one of IPv6 whose address is a wrapped IPv4 address (`::ffff:10.0.0.0/104`). */
export function isIPv4Mapped({ address }: Cidr): boolean {
  return isWrappedIPv4(address);
}

/** Whether bits are set beyond the length: `10.0.0.1/8` where `10.0.0.0/8` is meant, or `10.0.0.1/32`. */
export function hasHostBits(range: Cidr): boolean {
  const masked = maskIpPrefix(range).address.bytes;
  return range.address.bytes.some((byte, index) => byte !== masked[index]);
}

/** The range itself, without host bits, and unwrapped where it is a wrapped IPv4 range. */
export function networkOf(range: Cidr): Cidr {
  const { address, bits } = maskIpPrefix(range);
  return isWrappedIPv4(address)
    ? { address: unwrapped(address), bits: bits - IPV4_MAPPED_BITS, hasLeadingZeros: false }
    : { address, bits, hasLeadingZeros: false };
}

/** The one address of a range with host bits, as a range of its own. */
export function singleAddressOf({ address: whole }: Cidr): Cidr {
  const address = isWrappedIPv4(whole) ? unwrapped(whole) : whole;
  return { address, bits: address.bytes.length * 8, hasLeadingZeros: false };
}

function unwrapped({ bytes }: IpAddress): IpAddress {
  return { bytes: bytes.slice(IPV4_MAPPED_BITS / 8), zone: '' };
}

/**
 * Whether a range lies within another and is smaller, as the server finds out: by the first address
 * of the inner one, and by the two lengths as numbers (of a wrapped IPv4 range that with its 96 bits).
 */
export function isStrictSubset(inner: Cidr, outer: Cidr): boolean {
  return prefixContains(networkOf(outer), networkOf(inner).address) && outer.bits < inner.bits;
}

/** A range in canonical form (RFC 5952 for IPv6). */
export function formatCidr(range: Cidr): string {
  return formatIpPrefix(range);
}
