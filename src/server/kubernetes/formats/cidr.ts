import { cut } from '../../../base/go/cut.ts';
import {
  formatIpPrefix,
  type IpAddress,
  type IpPrefix,
  isWrappedIPv4,
  maskIpPrefix,
  parseIpAddress,
  prefixContains,
} from '../../../base/go/ip-address.ts';

/** A range in CIDR notation: an address, which can have host bits, and the length of its prefix. */
export interface Cidr extends IpPrefix {
  /** True if a number has leading zeros, which some software reads as octal. */
  readonly hasLeadingZeros: boolean;
}

const IPV4_MAPPED_BITS = 96;

/**
 * Parses a range in CIDR notation as the API server does: more leniently than the standard, with
 * leading zeros (numbers are decimal nevertheless) and host bits. Returns undefined if the string
 * is not such a range: no prefix length, a zone, white space.
 *
 * Source: `ParseCIDRSloppy` of k8s.io/utils, a copy of `net.ParseCIDR` up to Go 1.16.
 */
export function parseCidr(text: string): Cidr | undefined {
  const [host, written = ''] = cut(text, '/');
  const address = parseIpSloppily(host);
  if (address === undefined || !/^[0-9]+$/.test(written)) return undefined;
  const bits = Number(written);
  if (bits > address.bytes.length * 8) return undefined;
  // Leading zeros are the only reason why the strict parser refuses the address.
  const hasLeadingZeros = !parseIpAddress(host).ok || /^0./.test(written);
  return { address, bits, hasLeadingZeros };
}

/** Parses an address as `ParseIPSloppy` of k8s.io/utils does: without a zone, with any number of leading zeros. */
export function parseIpSloppily(text: string): IpAddress | undefined {
  const plain = text.replace(/(?<![0-9a-fA-F])0+(?=[0-9a-fA-F])/g, '');
  const parsed = parseIpAddress(plain);
  return parsed.ok && parsed.value.zone === '' ? parsed.value : undefined;
}

/** Reports whether a range is IPv4-mapped IPv6 (`::ffff:10.0.0.0/104`). */
export function isIPv4Mapped({ address }: Cidr): boolean {
  return isWrappedIPv4(address);
}

/** Reports whether bits after the prefix are set: `10.0.0.1/8`, where `10.0.0.0/8` or `10.0.0.1/32` is meant. */
export function hasHostBits(range: Cidr): boolean {
  const masked = maskIpPrefix(range).address.bytes;
  return range.address.bytes.some((byte, index) => byte !== masked[index]);
}

/** The range without its host bits; an IPv4-mapped range as an IPv4 range. */
export function networkOf(range: Cidr): Cidr {
  const { address, bits } = maskIpPrefix(range);
  return isWrappedIPv4(address)
    ? { address: unwrapped(address), bits: bits - IPV4_MAPPED_BITS, hasLeadingZeros: false }
    : { address, bits, hasLeadingZeros: false };
}

/** The address of a range as a range of one address; an IPv4-mapped address as IPv4. */
export function singleAddressOf({ address: whole }: Cidr): Cidr {
  const address = isWrappedIPv4(whole) ? unwrapped(whole) : whole;
  return { address, bits: address.bytes.length * 8, hasLeadingZeros: false };
}

function unwrapped({ bytes }: IpAddress): IpAddress {
  return { bytes: bytes.slice(IPV4_MAPPED_BITS / 8), zone: '' };
}

/**
 * Reports whether a range is smaller than another one and inside of it, as the server tests it: by the first address of
 * the inner range, and by the prefix lengths as written. For an IPv4-mapped range, the prefix length is that of IPv6.
 */
export function isStrictSubset(inner: Cidr, outer: Cidr): boolean {
  return prefixContains(networkOf(outer), networkOf(inner).address) && outer.bits < inner.bits;
}

/** Formats a range in canonical form (RFC 5952 for IPv6). */
export function formatCidr(range: Cidr): string {
  return formatIpPrefix(range);
}
