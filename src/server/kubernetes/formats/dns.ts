/** The lengths of names are counted in bytes of UTF-8. */
const encoder = new TextEncoder();

/** The problem of a name: its length or its characters. A name can have both. */
export type DnsNameProblem = 'too-long' | 'format';

/** The maximal length of a DNS label, in bytes. */
export const DNS_LABEL_MAX_LENGTH = 63;

/** The maximal length of a DNS name, in bytes. */
const DNS_SUBDOMAIN_MAX_LENGTH = 253;

const DNS1123_LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const DNS1035_LABEL = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;

/** The length of a string in UTF-8, like Go's `len`. */
export function byteLength(text: string): number {
  // Names are ASCII, and encoding one takes longer than looking at it.
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) > 0x7f) return encoder.encode(text).length;
  }
  return text.length;
}

/**
 * The server's errors about a lowercase RFC 1123 subdomain (`example.com`), which the names of most objects must be.
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-subdomain-names
 */
export function dns1123SubdomainProblems(text: string): readonly DnsNameProblem[] {
  const labels = text.split('.');
  return problems(
    text,
    DNS_SUBDOMAIN_MAX_LENGTH,
    labels.every((label) => DNS1123_LABEL.test(label)),
  );
}

/**
 * The server's errors about a lowercase RFC 1123 label (`my-name`), which the name of a namespace
 * must be. https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-label-names
 */
export function dns1123LabelProblems(text: string): readonly DnsNameProblem[] {
  return problems(text, DNS_LABEL_MAX_LENGTH, DNS1123_LABEL.test(text));
}

/**
 * The server's errors about a lowercase RFC 1035 label (`my-name`, starts with a letter).
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#rfc-1035-label-names
 */
export function dns1035LabelProblems(text: string): readonly DnsNameProblem[] {
  return problems(text, DNS_LABEL_MAX_LENGTH, DNS1035_LABEL.test(text));
}

/** Reports whether a string is a lowercase RFC 1123 subdomain. */
export function isDns1123Subdomain(text: string): boolean {
  return dns1123SubdomainProblems(text).length === 0;
}

/** Reports whether a string is a lowercase RFC 1123 label. */
export function isDns1123Label(text: string): boolean {
  return dns1123LabelProblems(text).length === 0;
}

/** Reports whether a string is a lowercase RFC 1035 label. */
export function isDns1035Label(text: string): boolean {
  return dns1035LabelProblems(text).length === 0;
}

function problems(text: string, most: number, isWellFormed: boolean): readonly DnsNameProblem[] {
  const found: DnsNameProblem[] = [];
  if (byteLength(text) > most) found.push('too-long');
  if (!isWellFormed) found.push('format');
  return found;
}
