/**
 * Whether a text is an IPv6 address as Go's `net/netip` reads one: groups of one to four hexadecimal
 * digits, at most one `::` that stands for at least one group, an IPv4 tail in dotted form, and a zone
 * after `%` that is not empty. Source: RFC 4291 section 2.2, RFC 4007 section 11.
 */
export function isIPv6(text: string): boolean {
  const percent = text.indexOf('%');
  if (percent >= 0 && percent === text.length - 1) return false;
  const address = percent < 0 ? text : text.slice(0, percent);
  const halves = address.split('::');
  if (halves.length > 2) return false;
  let groups = 0;
  for (const [index, half] of halves.entries()) {
    if (half === '') {
      if (halves.length === 1) return false;
      continue;
    }
    const parts = half.split(':');
    for (const [position, part] of parts.entries()) {
      const last = index === halves.length - 1 && position === parts.length - 1;
      if (last && isIPv4(part)) groups += 2;
      else if (/^[0-9a-fA-F]{1,4}$/.test(part)) groups += 1;
      else return false;
    }
  }
  return halves.length === 2 ? groups < 8 : groups === 8;
}

/**
 * Whether a text is an IPv4 address in dotted form: four decimal numbers up to 255 without leading
 * zeros. Source: Go's `net/netip`, RFC 6943 section 3.1.1 (strict form).
 */
export function isIPv4(text: string): boolean {
  const octets = text.split('.');
  return (
    octets.length === 4 &&
    octets.every((octet) => /^(0|[1-9]\d{0,2})$/.test(octet) && Number(octet) <= 255)
  );
}

/** An IPv6 address in canonical form (RFC 5952). */
export function formatIPv6(bytes: readonly number[]): string {
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

/** The longest run of zero groups, the first of several. */
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
