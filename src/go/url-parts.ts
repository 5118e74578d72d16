import { isIPv6 } from './ip.ts';

/** A URL taken apart as Go's `net/url` does; each part as written, but for the scheme's case. */
export interface GoUrl {
  /** In lower case; empty where there is none. */
  readonly scheme: string;
  /** Undefined where there is no `@`; empty for `https://@host`. */
  readonly userInfo: string | undefined;
  /** With the port. */
  readonly host: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

/** Why `net/url` refuses a text. */
export type GoUrlRefusal =
  | 'control-character'
  | 'missing-scheme'
  | 'colon-in-first-segment'
  | 'user-info'
  | 'escape'
  | 'host-character'
  | 'host-literal'
  | 'port';

export type GoUrlResult =
  | { readonly ok: true; readonly url: GoUrl }
  | { readonly ok: false; readonly refusal: GoUrlRefusal };

/**
 * Takes a URL apart as Go's `net/url.Parse` does, which the API server uses. It is laxer than the
 * WHATWG parser of the web (no scheme, relative and opaque texts are fine) and stricter in places
 * (`%` in hosts, more than one colon in a host), so that neither verdict nor parts could be taken from it.
 *
 * @param strictColons whether an http host with more than one colon (`https://::1/`) is refused, as
 *   Go does since 1.26
 */
export function parseGoUrl(
  text: string,
  { strictColons }: { readonly strictColons: boolean },
): GoUrlResult {
  const [beforeFragment, fragment] = cut(text, '#');
  if (hasControlCharacter(beforeFragment)) return refuse('control-character');
  if (!areEscapesValid(fragment)) return refuse('escape');
  if (beforeFragment === '*') return accept({ path: '*', fragment });
  if (beforeFragment.startsWith(':')) return refuse('missing-scheme');

  const scheme = /^([a-zA-Z][a-zA-Z0-9+.-]*):/.exec(beforeFragment)?.[1] ?? '';
  const afterScheme = scheme === '' ? beforeFragment : beforeFragment.slice(scheme.length + 1);
  const [rest, query] = cut(afterScheme, '?');
  const parts = { scheme: scheme.toLowerCase(), query, fragment };

  if (!rest.startsWith('/')) {
    // A rootless path after a scheme is opaque to Go: nothing in it is looked at.
    if (scheme !== '') return accept({ ...parts, path: rest });
    if (cut(rest, '/')[0].includes(':')) return refuse('colon-in-first-segment');
  }
  const hasAuthority = rest.startsWith('//') && (scheme !== '' || !rest.startsWith('///'));
  if (!hasAuthority) {
    return areEscapesValid(rest) ? accept({ ...parts, path: rest }) : refuse('escape');
  }
  const slash = rest.indexOf('/', 2);
  const authority = slash < 0 ? rest.slice(2) : rest.slice(2, slash);
  const path = slash < 0 ? '' : rest.slice(slash);

  const at = authority.lastIndexOf('@');
  const host = authority.slice(at + 1);
  const isStrict = strictColons && (parts.scheme === 'http' || parts.scheme === 'https');
  const hostRefusal = refusalOfHost(host, isStrict);
  if (hostRefusal !== undefined) return refuse(hostRefusal);
  const userInfo = at < 0 ? undefined : authority.slice(0, at);
  if (userInfo !== undefined) {
    if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(userInfo)) return refuse('user-info');
    if (!areEscapesValid(userInfo)) return refuse('escape');
  }
  if (!areEscapesValid(path)) return refuse('escape');
  return accept({ ...parts, userInfo, host, path });
}

/** @param isStrict whether the first colon must begin the port; lists of hosts need it to be the last one */
function refusalOfHost(host: string, isStrict: boolean): GoUrlRefusal | undefined {
  const bracket = host.lastIndexOf('[');
  if (bracket > 0) return 'host-literal';
  if (bracket === 0) return refusalOfIPLiteral(host);
  const colon = isStrict ? host.indexOf(':') : host.lastIndexOf(':');
  if (colon >= 0 && !isOptionalPort(host.slice(colon))) return 'port';
  return refusalOfHostCharacters(host);
}

function refusalOfIPLiteral(host: string): GoUrlRefusal | undefined {
  const close = host.lastIndexOf(']');
  if (close < 0) return 'host-literal';
  if (!isOptionalPort(host.slice(close + 1))) return 'port';
  const [address, zone] = cut(host.slice(1, close), '%25');
  const refusal = refusalOfHostCharacters(address);
  if (refusal !== undefined) return refusal;
  if (!areEscapesValid(zone) || !isZone(zone)) return 'escape';
  const hasZone = host.includes('%25');
  return isIPv6(hasZone ? `${address}%${zone}` : address) ? undefined : 'host-literal';
}

/** Of a host only bytes beyond ASCII may be escaped, and few signs may stand as they are. */
function refusalOfHostCharacters(host: string): GoUrlRefusal | undefined {
  for (const [escaped] of host.matchAll(/%.{0,2}/gsu)) {
    if (!/^%([89a-fA-F][0-9a-fA-F]|25)$/.test(escaped)) return 'escape';
  }
  return /^[A-Za-z0-9\-._~!$&'()*+,;=:[\]<>"%\u0080-\u{10ffff}]*$/u.test(host)
    ? undefined
    : 'host-character';
}

/** RFC 6874: a zone may escape what it could also write as it is, and a blank. */
function isZone(zone: string): boolean {
  for (const [escaped] of zone.matchAll(/%../gs)) {
    const byte = Number.parseInt(escaped.slice(1), 16);
    if (escaped === '%25' || byte === 0x20) continue;
    if (byte >= 0x80 || refusalOfHostCharacters(String.fromCharCode(byte)) !== undefined)
      return false;
  }
  return refusalOfHostCharacters(zone.replace(/%../gs, '')) === undefined;
}

function areEscapesValid(text: string): boolean {
  return !/%(?![0-9a-fA-F]{2})/.test(text);
}

function isOptionalPort(text: string): boolean {
  return /^(:[0-9]*)?$/.test(text);
}

function hasControlCharacter(text: string): boolean {
  return /[\u0000-\u001f\u007f]/.test(text);
}

function cut(text: string, separator: string): readonly [before: string, after: string] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + separator.length)];
}

function accept(parts: Partial<GoUrl>): GoUrlResult {
  return {
    ok: true,
    url: { scheme: '', userInfo: undefined, host: '', path: '', query: '', fragment: '', ...parts },
  };
}

function refuse(refusal: GoUrlRefusal): GoUrlResult {
  return { ok: false, refusal };
}
