import { formatIPv6 } from '../../go/ip.ts';

/** A range of addresses: an address and how many of its leading bits count. */
export interface Cidr {
  /** The bytes of the address, host bits included: 4 of IPv4, 16 of IPv6. */
  readonly address: readonly number[];
  readonly length: number;
  /** Whether a number has zeros in front, which some software reads as octal. */
  readonly hasLeadingZeros: boolean;
}

interface Address {
  readonly bytes: readonly number[];
  readonly hasLeadingZeros: boolean;
}

const IPV4_MAPPED_PREFIX: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];
const IPV4_MAPPED_BITS = 96;

/**
 * Reads a range in CIDR notation as the API server does, which is laxer than the standard: numbers
 * may have zeros in front (decimal all the same), and bits may be set beyond the length. Undefined
 * for what is no range: no length, a zone, blanks. Source: RFC 4632, RFC 4291 section 2.3.
 */
export function parseCidr(text: string): Cidr | undefined {
  const slash = text.indexOf('/');
  if (slash < 0) return undefined;
  const host = text.slice(0, slash);
  const bits = text.slice(slash + 1);
  const address = parseIPv4(host) ?? parseIPv6(host);
  if (address === undefined || !/^[0-9]+$/.test(bits)) return undefined;
  const length = Number(bits);
  if (length > address.bytes.length * 8) return undefined;
  return {
    address: address.bytes,
    length,
    hasLeadingZeros: address.hasLeadingZeros || /^0./.test(bits),
  };
}

function parseIPv4(text: string): Address | undefined {
  const octets = text.split('.');
  if (octets.length !== 4) return undefined;
  const bytes: number[] = [];
  for (const octet of octets) {
    const byte = Number(octet);
    if (!/^[0-9]+$/.test(octet) || byte > 255) return undefined;
    bytes.push(byte);
  }
  return { bytes, hasLeadingZeros: octets.some((octet) => /^0./.test(octet)) };
}

function parseIPv6(text: string): Address | undefined {
  const halves = text.split('::');
  const [left = '', right] = halves;
  if (halves.length > 2) return undefined;
  const head = parseGroups(left, right === undefined);
  const tail = right === undefined ? undefined : parseGroups(right, true);
  if (head === undefined) return undefined;
  if (right === undefined) return head.bytes.length === 16 ? head : undefined;
  if (tail === undefined) return undefined;
  // The two colons stand for one group of zeros at least.
  const gap = 16 - head.bytes.length - tail.bytes.length;
  if (gap < 2) return undefined;
  return {
    bytes: [...head.bytes, ...new Array<number>(gap).fill(0), ...tail.bytes],
    hasLeadingZeros: head.hasLeadingZeros || tail.hasLeadingZeros,
  };
}

/**
 * Groups of hexadecimal digits between colons, none for an empty text.
 *
 * @param isEnd whether the address ends here, where the last four bytes may be written as IPv4
 */
function parseGroups(text: string, isEnd: boolean): Address | undefined {
  if (text === '') return { bytes: [], hasLeadingZeros: false };
  const groups = text.split(':');
  const bytes: number[] = [];
  let hasLeadingZeros = false;
  for (const [index, group] of groups.entries()) {
    const embedded = isEnd && index === groups.length - 1 ? parseIPv4(group) : undefined;
    if (embedded !== undefined) {
      bytes.push(...embedded.bytes);
      hasLeadingZeros ||= embedded.hasLeadingZeros;
    } else {
      if (!/^0*[0-9a-fA-F]{1,4}$/.test(group)) return undefined;
      const value = Number.parseInt(group, 16);
      bytes.push(value >> 8, value & 0xff);
      hasLeadingZeros ||= group.length > 4;
    }
  }
  return { bytes, hasLeadingZeros };
}

/** Whether a range is one of IPv6 whose address is a wrapped IPv4 address (`::ffff:10.0.0.0/104`). */
export function isIPv4Mapped({ address }: Cidr): boolean {
  return (
    address.length === 16 && IPV4_MAPPED_PREFIX.every((byte, index) => byte === address[index])
  );
}

/** Whether bits are set beyond the length: `10.0.0.1/8` where `10.0.0.0/8` is meant, or `10.0.0.1/32`. */
export function hasHostBits(range: Cidr): boolean {
  const masked = maskedAddress(range);
  return range.address.some((byte, index) => byte !== masked[index]);
}

/** The bytes of the address without those beyond the length. */
function maskedAddress({ address, length }: Cidr): readonly number[] {
  return address.map((byte, index) => {
    const bits = Math.min(8, Math.max(0, length - index * 8));
    return byte & (0xff00 >> bits) & 0xff;
  });
}

/** The range itself, without host bits, and unwrapped where it is a wrapped IPv4 range. */
export function networkOf(range: Cidr): Cidr {
  const network = { ...range, address: maskedAddress(range), hasLeadingZeros: false };
  if (!isIPv4Mapped(network)) return network;
  return {
    ...network,
    address: network.address.slice(12),
    length: Math.max(0, range.length - IPV4_MAPPED_BITS),
  };
}

/** The one address of a range with host bits, as a range of its own. */
export function singleAddressOf(range: Cidr): Cidr {
  const address = isIPv4Mapped(range) ? range.address.slice(12) : range.address;
  return { address, length: address.length * 8, hasLeadingZeros: false };
}

/**
 * Whether a range lies within another and is smaller, as the server finds out: by the first address
 * of the inner one, and by the two lengths as numbers (of a wrapped IPv4 range that with its 96 bits).
 */
export function isStrictSubset(inner: Cidr, outer: Cidr): boolean {
  const container = networkOf(outer);
  const { address } = networkOf(inner);
  if (address.length !== container.address.length) return false;
  const cut = maskedAddress({ ...container, address });
  return (
    cut.every((byte, index) => byte === container.address[index]) && outer.length < inner.length
  );
}

/** A range in canonical form (RFC 5952 for IPv6). */
export function formatCidr({ address, length }: Cidr): string {
  return `${address.length === 4 ? address.join('.') : formatIPv6(address)}/${length}`;
}
