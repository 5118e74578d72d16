import { addTo } from '../index-by.ts';
import { cut } from './cut.ts';
import { parseIpAddress } from './ip-address.ts';
import { fromByteText, goQuote, goQuoteBytes, toByteText } from './quote.ts';
import { escapeBytes, isEscapedPath, type UnescapeRefusal, unescapeBytes } from './url-escapes.ts';

/**
 * A URL as Go's `url.URL` represents it. Its parts are byte strings (each character is one byte), because escapes can
 * denote bytes that are not valid UTF-8.
 */
export interface NetUrl {
  /** The scheme in lower case. */
  readonly scheme: string;
  /** The part after the scheme of a URL such as `mailto:a@b`. */
  readonly opaque: string;
  readonly user: { readonly name: string; readonly password: string | undefined } | undefined;
  /** The host with the port, unescaped. */
  readonly host: string;
  /** Unescaped. */
  readonly path: string;
  /** The path as it was written, if Go would encode it differently. */
  readonly rawPath: string;
  /** Has no authority, as in `file:/x`. */
  readonly omitsHost: boolean;
  /** Has a question mark without a query after it. */
  readonly hasEmptyQuery: boolean;
  readonly query: string;
  readonly fragment: string;
  readonly rawFragment: string;
}

/** The reason why Go refuses a URL. */
export type NetUrlRefusal =
  | UnescapeRefusal
  | 'control-character'
  | 'missing-scheme'
  | 'colon-in-first-segment'
  | 'user-info'
  | 'host-literal'
  | 'port'
  /** Has no scheme and does not start with a slash, as the URI of a request must. */
  | 'relative';

interface Problem {
  readonly ok: false;
  readonly refusal: NetUrlRefusal;
  /** Go's error message. */
  readonly error: string;
}

export type NetUrlResult = { readonly ok: true; readonly url: NetUrl } | Problem;

export interface NetUrlOptions {
  /** True if an HTTP host with more than one colon (`https://::1/`) is refused, as in Go 1.26 and later. */
  readonly strictColons: boolean;
}

/**
 * Parses a URL as Go's `url.Parse` does, which the API server uses. The WHATWG parser (`URL`) refuses other
 * URLs and returns other parts: docs/architecture.md has the numbers.
 */
export function parseNetUrl(text: string, options: NetUrlOptions): NetUrlResult {
  const [before, fragment = ''] = cut(toByteText(text), '#');
  const parsed = parse(before, false, options);
  if (!parsed.ok) return quoted(goQuoteBytes(before), parsed);
  const unescaped = unescapeBytes(fragment, 'fragment');
  if (!unescaped.ok) return quoted(goQuote(text), unescaped);
  const isPlain = escapeBytes(unescaped.bytes, 'fragment') === fragment;
  const rawFragment = isPlain ? '' : fragment;
  return { ok: true, url: { ...parsed.url, fragment: unescaped.bytes, rawFragment } };
}

/**
 * Parses a URL as Go's `url.ParseRequestURI` does: it must have a scheme or start with a slash, and `#` has no
 * special meaning.
 */
export function parseRequestUri(text: string, options: NetUrlOptions): NetUrlResult {
  const parsed = parse(toByteText(text), true, options);
  return parsed.ok ? parsed : quoted(goQuote(text), parsed);
}

function quoted(text: string, { refusal, error }: Problem): Problem {
  return refuse(refusal, `parse ${text}: ${error}`);
}

function refuse(refusal: NetUrlRefusal, error: string): Problem {
  return { ok: false, refusal, error };
}

const EMPTY: NetUrl = {
  scheme: '',
  opaque: '',
  user: undefined,
  host: '',
  path: '',
  rawPath: '',
  omitsHost: false,
  hasEmptyQuery: false,
  query: '',
  fragment: '',
  rawFragment: '',
};

/** Parses a URL without its fragment. */
function parse(text: string, isRequest: boolean, options: NetUrlOptions): NetUrlResult {
  if (/[\u0000-\u001f\u007f]/.test(text)) {
    return refuse('control-character', 'net/url: invalid control character in URL');
  }
  if (text === '' && isRequest) return refuse('relative', 'empty url');
  if (text === '*') return { ok: true, url: { ...EMPTY, path: '*' } };
  if (text.startsWith(':')) return refuse('missing-scheme', 'missing protocol scheme');
  const written = /^([a-zA-Z][a-zA-Z0-9+.-]*):/.exec(text)?.[1];
  const scheme = written?.toLowerCase() ?? '';
  const afterScheme = written === undefined ? text : text.slice(written.length + 1);
  const [rest, query] = cut(afterScheme, '?');
  const url = { ...EMPTY, scheme, query: query ?? '', hasEmptyQuery: query === '' };
  if (!rest.startsWith('/')) {
    // After a scheme, a path without a leading slash is opaque: Go does not parse it.
    if (scheme !== '') return { ok: true, url: { ...url, opaque: rest } };
    if (isRequest) return refuse('relative', 'invalid URI for request');
    if (cut(rest, '/')[0].includes(':')) {
      return refuse('colon-in-first-segment', 'first path segment in URL cannot contain colon');
    }
  }
  const mayHaveHost = scheme !== '' || (!isRequest && !rest.startsWith('///'));
  if (!mayHaveHost || !rest.startsWith('//')) return withPath(url, rest, scheme !== '');
  const slash = rest.indexOf('/', 2);
  const authority = readAuthority(scheme, rest.slice(2, slash < 0 ? undefined : slash), options);
  if ('ok' in authority) return authority;
  return withPath({ ...url, ...authority }, slash < 0 ? '' : rest.slice(slash), false);
}

function withPath(url: NetUrl, written: string, isWithoutHost: boolean): NetUrlResult {
  const unescaped = unescapeBytes(written, 'path');
  if (!unescaped.ok) return unescaped;
  const path = unescaped.bytes;
  const rawPath = escapeBytes(path, 'path') === written ? '' : written;
  const omitsHost = isWithoutHost && written.startsWith('/');
  return { ok: true, url: { ...url, path, rawPath, omitsHost } };
}

function readAuthority(
  scheme: string,
  authority: string,
  options: NetUrlOptions,
): Pick<NetUrl, 'host' | 'user'> | Problem {
  const at = authority.lastIndexOf('@');
  const host = readHost(scheme, authority.slice(at + 1), options);
  if (!host.ok) return host;
  if (at < 0) return { host: host.bytes, user: undefined };
  const userInfo = authority.slice(0, at);
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(userInfo)) {
    return refuse('user-info', 'net/url: invalid userinfo');
  }
  const [name, password] = cut(userInfo, ':');
  const unescapedName = unescapeBytes(name, 'user');
  if (!unescapedName.ok) return unescapedName;
  const unescapedPassword = password === undefined ? undefined : unescapeBytes(password, 'user');
  if (unescapedPassword?.ok === false) return unescapedPassword;
  const user = { name: unescapedName.bytes, password: unescapedPassword?.bytes };
  return { host: host.bytes, user };
}

type Read = { readonly ok: true; readonly bytes: string } | Problem;

function readHost(scheme: string, host: string, { strictColons }: NetUrlOptions): Read {
  const bracket = host.lastIndexOf('[');
  if (bracket > 0) return refuse('host-literal', 'invalid IP-literal');
  if (bracket === 0) return readIpLiteral(host);
  const isStrict = strictColons && (scheme === 'http' || scheme === 'https');
  const colon = isStrict ? host.indexOf(':') : host.lastIndexOf(':');
  return refusalOfPort(colon < 0 ? '' : host.slice(colon)) ?? unescapeBytes(host, 'host');
}

function readIpLiteral(host: string): Read {
  const close = host.lastIndexOf(']');
  if (close < 0) return refuse('host-literal', `missing ']' in host`);
  const port = host.slice(close + 1);
  const refusal = refusalOfPort(port);
  if (refusal !== undefined) return refusal;
  const literal = host.slice(1, close);
  const zoneStart = literal.indexOf('%25');
  const address = unescapeBytes(zoneStart < 0 ? literal : literal.slice(0, zoneStart), 'host');
  if (!address.ok) return address;
  const zone = unescapeBytes(zoneStart < 0 ? '' : literal.slice(zoneStart), 'zone');
  if (!zone.ok) return zone;
  const name = address.bytes + zone.bytes;
  const parsed = parseIpAddress(fromByteText(name));
  if (!parsed.ok) return refuse('host-literal', `invalid host: ${parsed.error}`);
  if (parsed.value.bytes.length === 4) return refuse('host-literal', 'invalid IP-literal');
  return { ok: true, bytes: `[${name}]${port}` };
}

function refusalOfPort(port: string): Problem | undefined {
  if (isOptionalPort(port)) return undefined;
  return refuse('port', `invalid port ${goQuoteBytes(port)} after host`);
}

function isOptionalPort(text: string): boolean {
  return /^(?::[0-9]*)?$/.test(text);
}

/** The host without its port, and without the brackets of an IPv6 address. */
export function hostnameOf({ host }: NetUrl): string {
  const [name] = splitPort(host);
  return name.startsWith('[') && name.endsWith(']') ? name.slice(1, -1) : name;
}

export function portOf({ host }: NetUrl): string {
  return splitPort(host)[1];
}

function splitPort(host: string): readonly [name: string, port: string] {
  const colon = host.lastIndexOf(':');
  return colon >= 0 && isOptionalPort(host.slice(colon))
    ? [host.slice(0, colon), host.slice(colon + 1)]
    : [host, ''];
}

/** The encoded path: as it was written if that is a valid encoding, else as Go encodes it. */
export function escapedPathOf({ path, rawPath }: NetUrl): string {
  return escaped(path, rawPath, 'path');
}

function escaped(bytes: string, raw: string, part: 'path' | 'fragment'): string {
  if (raw !== '' && isEscapedPath(raw, part)) return raw;
  return part === 'path' && bytes === '*' ? bytes : escapeBytes(bytes, part);
}

/** Go refuses a query with more parameters as a whole. */
const MAX_PARAMETERS = 10_000;

/** The parameters of the query by name, without those that are malformed. */
export function queryOf({ query }: NetUrl): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  const settings = query.split('&');
  if (settings.length > MAX_PARAMETERS) return values;
  for (const setting of settings) {
    if (setting === '' || setting.includes(';')) continue;
    const [name, value] = cut(setting, '=').map((part = '') => unescapeBytes(part, 'query'));
    if (!name?.ok || !value?.ok) continue;
    addTo(values, name.bytes, value.bytes);
  }
  return values;
}

/** Formats a URL as Go's `URL.String` does. The server compares URLs by this string. */
export function formatNetUrl(url: NetUrl): string {
  const { scheme, opaque, query, hasEmptyQuery, fragment, rawFragment } = url;
  const start = scheme === '' ? '' : `${scheme}:`;
  const middle = opaque === '' ? hierarchy(url, start) : opaque;
  const question = hasEmptyQuery || query !== '' ? `?${query}` : '';
  const end = fragment === '' ? '' : `#${escaped(fragment, rawFragment, 'fragment')}`;
  return `${start}${middle}${question}${end}`;
}

function hierarchy(url: NetUrl, start: string): string {
  const { scheme, host, user, path, omitsHost } = url;
  let authority = '';
  const hasAuthority = scheme !== '' || host !== '' || user !== undefined;
  if (hasAuthority && !(omitsHost && host === '' && user === undefined)) {
    if (host !== '' || path !== '' || user !== undefined) authority = '//';
    if (user !== undefined) authority += `${userText(user)}@`;
    authority += escapeBytes(host, 'host');
  }
  const written = escapedPathOf(url);
  if (written !== '' && !written.startsWith('/') && host !== '') authority += '/';
  const isFirst = start === '' && authority === '';
  // Without `./`, the first segment would be read as a scheme.
  return isFirst && cut(written, '/')[0].includes(':') ? `./${written}` : authority + written;
}

function userText({ name, password }: NonNullable<NetUrl['user']>): string {
  const escapedName = escapeBytes(name, 'user');
  return password === undefined ? escapedName : `${escapedName}:${escapeBytes(password, 'user')}`;
}
