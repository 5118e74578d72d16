import { cut } from './cut.ts';
import { goQuote } from './quote.ts';

/** An address: 4 bytes (IPv4) or 16 (IPv6), and the zone after `%`, empty if there is none. */
export interface IpAddress {
  readonly bytes: readonly number[];
  readonly zone: string;
}

/** An address and the length of its prefix in bits. Bits after the prefix can be set. */
export interface IpPrefix {
  readonly address: IpAddress;
  readonly bits: number;
}

type IpResult<T> =
  | { readonly ok: true; readonly value: T }
  /** Go's error message. */
  | { readonly ok: false; readonly error: string };

/**
 * Parses an address as Go's `netip.ParseAddr` does, with its error messages. Leading zeros in IPv4 are
 * refused, and IPv4 inside of IPv6 is allowed at the end only.
 */
export function parseIpAddress(text: string): IpResult<IpAddress> {
  const first = /[.:%]/.exec(text)?.[0];
  const refuse = ({ message, at = '' }: Problem): IpResult<IpAddress> => {
    const place = at === '' ? '' : ` (at ${goQuote(at)})`;
    return { ok: false, error: `ParseAddr(${goQuote(text)}): ${message}${place}` };
  };
  if (first === undefined) return refuse({ message: 'unable to parse IP' });
  if (first === '%') return refuse({ message: 'missing IPv6 address' });
  const bytes = first === '.' ? readIPv4(text) : undefined;
  if (bytes !== undefined) {
    return 'message' in bytes ? refuse(bytes) : { ok: true, value: { bytes, zone: '' } };
  }
  const [address, zone] = cut(text, '%');
  if (zone === '') return refuse({ message: 'zone must be a non-empty string' });
  const groups = readIPv6(address);
  if ('message' in groups) return refuse(groups);
  return { ok: true, value: { bytes: groups, zone: zone ?? '' } };
}

/** Parses a prefix (CIDR notation) as Go's `netip.ParsePrefix` does, with its error messages. */
export function parseIpPrefix(text: string): IpResult<IpPrefix> {
  const refuse = (message: string): IpResult<IpPrefix> => ({
    ok: false,
    error: `netip.ParsePrefix(${goQuote(text)}): ${message}`,
  });
  const slash = text.lastIndexOf('/');
  if (slash < 0) return refuse(`no '/'`);
  const address = parseIpAddress(text.slice(0, slash));
  if (!address.ok) return refuse(address.error);
  if (address.value.zone !== '') return refuse('IPv6 zones cannot be present in a prefix');
  const written = text.slice(slash + 1);
  const isNumber = /^(?:[0-9]|[1-9][0-9]{1,18})$/.test(written) && BigInt(written) < 2n ** 63n;
  if (!isNumber) return refuse(`bad bits after slash: ${goQuote(written)}`);
  const bits = Number(written);
  if (bits > address.value.bytes.length * 8) return refuse('prefix length out of range');
  return { ok: true, value: { address: address.value, bits } };
}

interface Problem {
  readonly message: string;
  /** The rest of the string, from where the problem is. */
  readonly at?: string;
}

function readIPv4(text: string): readonly number[] | Problem {
  const bytes: number[] = [];
  let value = 0;
  let digits = 0;
  for (let index = 0; index < text.length; index++) {
    const char = text.charAt(index);
    if (char >= '0' && char <= '9') {
      if (digits === 1 && value === 0) return { message: 'IPv4 field has octet with leading zero' };
      value = value * 10 + Number(char);
      digits++;
      if (value > 255) return { message: 'IPv4 field has value >255' };
    } else if (char === '.') {
      if (index === 0 || index === text.length - 1 || text.charAt(index - 1) === '.') {
        return { message: 'IPv4 field must have at least one digit', at: text.slice(index) };
      }
      if (bytes.length === 3) return { message: 'IPv4 address too long' };
      bytes.push(value);
      value = 0;
      digits = 0;
    } else return { message: 'unexpected character', at: text.slice(index) };
  }
  if (bytes.length < 3) return { message: 'IPv4 address too short' };
  return [...bytes, value];
}

function readIPv6(text: string): readonly number[] | Problem {
  let rest = text;
  let ellipsis = -1;
  const bytes: number[] = [];
  if (rest.startsWith('::')) {
    ellipsis = 0;
    rest = rest.slice(2);
    if (rest === '') return new Array<number>(16).fill(0);
  }
  while (bytes.length < 16) {
    const group = /^[0-9a-fA-F]*/.exec(rest)?.[0] ?? '';
    if (group.length > 4) return { message: 'each group must have 4 or less digits', at: rest };
    if (group === '') {
      return { message: 'each colon-separated field must have at least one digit', at: rest };
    }
    if (rest.charAt(group.length) === '.') {
      const embedded = readEmbedded(rest, bytes.length, ellipsis);
      if ('message' in embedded) return embedded;
      bytes.push(...embedded);
      rest = '';
      break;
    }
    const value = Number.parseInt(group, 16);
    bytes.push(value >> 8, value & 0xff);
    rest = rest.slice(group.length);
    if (rest === '') break;
    if (!rest.startsWith(':')) return { message: 'unexpected character, want colon', at: rest };
    if (rest.length === 1)
      return { message: 'colon must be followed by more characters', at: rest };
    rest = rest.slice(1);
    if (rest.startsWith(':')) {
      if (ellipsis >= 0) return { message: 'multiple :: in address', at: rest };
      ellipsis = bytes.length;
      rest = rest.slice(1);
      if (rest === '') break;
    }
  }
  if (rest !== '') return { message: 'trailing garbage after address', at: rest };
  return expand(bytes, ellipsis);
}

function readEmbedded(
  rest: string,
  position: number,
  ellipsis: number,
): readonly number[] | Problem {
  if (ellipsis < 0 && position !== 12) {
    const message = 'embedded IPv4 address must replace the final 2 fields of the address';
    return { message, at: rest };
  }
  if (position > 12) {
    const message = 'too many hex fields to fit an embedded IPv4 at the end of the address';
    return { message, at: rest };
  }
  return readIPv4(rest);
}

function expand(bytes: readonly number[], ellipsis: number): readonly number[] | Problem {
  if (bytes.length === 16) {
    return ellipsis < 0 ? bytes : { message: 'the :: must expand to at least one field of zeros' };
  }
  if (ellipsis < 0) return { message: 'address string too short' };
  const zeros = new Array<number>(16 - bytes.length).fill(0);
  return [...bytes.slice(0, ellipsis), ...zeros, ...bytes.slice(ellipsis)];
}

/** Reports whether an address is an IPv4-mapped IPv6 address (`::ffff:10.0.0.1`). */
export function isWrappedIPv4({ bytes }: IpAddress): boolean {
  return (
    bytes.length === 16 &&
    bytes.slice(0, 10).every((byte) => byte === 0) &&
    bytes[10] === 0xff &&
    bytes[11] === 0xff
  );
}

/** Formats an address in canonical form (RFC 5952 for IPv6), without its zone. */
export function formatIpAddress({ bytes }: IpAddress): string {
  return bytes.length === 4 ? bytes.join('.') : formatIPv6(bytes);
}

function formatIPv6(bytes: readonly number[]): string {
  const groups: string[] = [];
  for (let index = 0; index < bytes.length; index += 2) {
    groups.push((((bytes[index] ?? 0) << 8) | (bytes[index + 1] ?? 0)).toString(16));
  }
  const zeros = longestZeros(groups);
  if (zeros.count < 2) return groups.join(':');
  const before = groups.slice(0, zeros.start).join(':');
  const after = groups.slice(zeros.start + zeros.count).join(':');
  return `${before}::${after}`;
}

/** The longest run of zero groups; the first one if there are several. */
function longestZeros(groups: readonly string[]): {
  readonly start: number;
  readonly count: number;
} {
  let longest = { start: 0, count: 0 };
  let start = 0;
  for (const [index, group] of groups.entries()) {
    if (group !== '0') start = index + 1;
    else if (index + 1 - start > longest.count) longest = { start, count: index + 1 - start };
  }
  return longest;
}

/** Formats a prefix in canonical form, with the bits after the prefix as they are. */
export function formatIpPrefix({ address, bits }: IpPrefix): string {
  return `${formatIpAddress(address)}/${bits}`;
}

/** The prefix with all bits after its length set to zero. */
export function maskIpPrefix({ address, bits }: IpPrefix): IpPrefix {
  const bytes = address.bytes.map((byte, index) => {
    const kept = Math.min(8, Math.max(0, bits - index * 8));
    return byte & (0xff00 >> kept) & 0xff;
  });
  return { address: { bytes, zone: '' }, bits };
}

/** Reports whether a prefix contains an address. Addresses of the other family are never contained. */
export function prefixContains({ address, bits }: IpPrefix, other: IpAddress): boolean {
  return address.bytes.length === other.bytes.length && shareBits(address, other, bits);
}

/** Reports whether a prefix contains all addresses of another one. */
export function prefixContainsPrefix(outer: IpPrefix, inner: IpPrefix): boolean {
  return outer.bits <= inner.bits && prefixContains(outer, inner.address);
}

function shareBits(a: IpAddress, b: IpAddress, bits: number): boolean {
  const left = maskIpPrefix({ address: a, bits }).address.bytes;
  const right = maskIpPrefix({ address: b, bits }).address.bytes;
  return left.every((byte, index) => byte === right[index]);
}

export function isUnspecified({ bytes }: IpAddress): boolean {
  return bytes.every((byte) => byte === 0);
}

export function isLoopback({ bytes }: IpAddress): boolean {
  if (bytes.length === 4) return bytes[0] === 127;
  return bytes.slice(0, 15).every((byte) => byte === 0) && bytes[15] === 1;
}

function isMulticast({ bytes }: IpAddress): boolean {
  const [first = 0] = bytes;
  return bytes.length === 4 ? (first & 0xf0) === 0xe0 : first === 0xff;
}

export function isLinkLocalMulticast({ bytes }: IpAddress): boolean {
  const [first = 0, second = 0, third = 0] = bytes;
  if (bytes.length === 4) return first === 224 && second === 0 && third === 0;
  return first === 0xff && (second & 0x0f) === 0x02;
}

export function isLinkLocalUnicast({ bytes }: IpAddress): boolean {
  const [first = 0, second = 0] = bytes;
  if (bytes.length === 4) return first === 169 && second === 254;
  return first === 0xfe && (second & 0xc0) === 0x80;
}

/**
 * Reports whether an address is a global unicast address, as Go's `Addr.IsGlobalUnicast`. It includes private
 * addresses, and excludes multicast and link-local ones.
 */
export function isGlobalUnicast(address: IpAddress): boolean {
  const { bytes } = address;
  const isBroadcast = bytes.length === 4 && bytes.every((byte) => byte === 255);
  return (
    !isUnspecified(address) &&
    !isBroadcast &&
    !isLoopback(address) &&
    !isMulticast(address) &&
    !isLinkLocalUnicast(address)
  );
}
