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
