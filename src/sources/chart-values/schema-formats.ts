import { cut } from '../../base/go/cut.ts';
import { parseIpAddress } from '../../base/go/ip-address.ts';
import { hostnameOf, type NetUrl, parseNetUrl } from '../../base/go/net-url.ts';
import { compileRegularExpression } from '../../base/go/regular-expression.ts';
import { unescapeBytes } from '../../base/go/url-escapes.ts';
import { byteLength } from '../../server/kubernetes/formats/dns.ts';
import { isFullDate } from '../../server/kubernetes/formats/openapi-formats.ts';

/**
 * The predicates of the formats of JSON Schema that Helm asserts.
 *
 * Source: `format.go` of github.com/santhosh-tekuri/jsonschema/v6.
 */
const FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map(
  Object.entries<(text: string) => boolean>({
    'json-pointer': isPointer,
    'relative-json-pointer': isRelativePointer,
    uuid: (text) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text),
    duration: isDuration,
    period: isPeriod,
    ipv4: isIpv4,
    ipv6: isIpv6,
    hostname: isHostname,
    email: isEmail,
    date: isFullDate,
    time: isTime,
    'date-time': isDateTime,
    uri: isUri,
    iri: isUri,
    'uri-reference': isUriReference,
    'iri-reference': isUriReference,
    'uri-template': isUriTemplate,
    semver: isSemver,
    regex: (text) => compileRegularExpression(text).ok,
  }),
);

/** Reports whether a string has a format. The result is true for formats that Helm does not know. */
export function hasFormat(text: string, format: string): boolean {
  return FORMATS.get(format)?.(text) ?? true;
}

function isPointer(text: string): boolean {
  return /^(?:\/(?:[^~/]|~[01])*)*$/u.test(text);
}

function isRelativePointer(text: string): boolean {
  const [start] = /^(?:0|[1-9][0-9]*)/.exec(text) ?? [];
  if (start === undefined) return false;
  const rest = text.slice(start.length);
  return rest === '#' || isPointer(rest);
}

function isDuration(text: string): boolean {
  if (/^P\d+W$/.test(text)) return true;
  return /^P(?=.)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=.)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?$/.test(text);
}

function isPeriod(text: string): boolean {
  const slash = text.indexOf('/');
  if (slash < 0) return false;
  const [start, end] = [text.slice(0, slash), text.slice(slash + 1)];
  if (start.startsWith('P')) return isDuration(start) && isDateTime(end);
  return isDateTime(start) && (end.startsWith('P') ? isDuration(end) : isDateTime(end));
}

function isIpv4(text: string): boolean {
  const groups = text.split('.');
  // Go accepts signs.
  const isGroup = (group: string) => /^(?!0\d|-0*[1-9])[+-]?\d+$/.test(group);
  return groups.length === 4 && groups.every((group) => isGroup(group) && Number(group) <= 255);
}

function isIpv6(text: string): boolean {
  return text.includes(':') && !text.includes('%') && parseIpAddress(text).ok;
}

function isHostname(text: string): boolean {
  const name = text.replace(/\.$/, '');
  return name.length <= 253 && name.split('.').every((label) => isLabel(label));
}

function isLabel(label: string): boolean {
  return label.length <= 63 && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i.test(label);
}

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 0 || byteLength(text) > 254) return false;
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  return isLocalPart(local) && isMailDomain(domain);
}

function isLocalPart(local: string): boolean {
  if (byteLength(local) > 64) return false;
  if (/^".*"$/s.test(local)) return !/[\\"]/.test(local.slice(1, -1));
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false;
  return /^[a-z0-9.!#$%&'*+\-/=?^_`{|}~]*$/i.test(local);
}

function isMailDomain(domain: string): boolean {
  const address = /^\[(.*)\]$/s.exec(domain)?.[1];
  if (address === undefined) return isHostname(domain);
  return address.startsWith('IPv6:') ? isIpv6(address.slice(5)) : isIpv4(address);
}

const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[zZ]|([+-])(\d\d):(\d\d))$/;

function isTime(text: string): boolean {
  const match = TIME.exec(text);
  if (match === null) return false;
  const number = (index: number) => Number(match[index] ?? 0);
  const [hour, minute, second] = [number(1), number(2), number(3)];
  const [zoneHour, zoneMinute] = [number(5), number(6)];
  if (hour > 23 || minute > 59 || second > 60 || zoneHour > 23 || zoneMinute > 59) return false;
  const sign = match[4] === '+' ? -1 : 1;
  const utc = hour * 60 + minute + sign * (zoneHour * 60 + zoneMinute);
  // A leap second is the last one of a day in UTC.
  return second < 60 || (utc < 0 ? utc + 24 * 60 : utc) === 24 * 60 - 1;
}

function isDateTime(text: string): boolean {
  return /^.{10}[tT]/s.test(text) && isFullDate(text.slice(0, 10)) && isTime(text.slice(11));
}

/** The URL in a string, if Go parses it and a host with colons is an address of IPv6 in brackets. */
function urlIn(text: string): NetUrl | undefined {
  const parsed = parseNetUrl(text, { strictColons: true });
  if (!parsed.ok) return undefined;
  const name = hostnameOf(parsed.url);
  const isAddress = parsed.url.host.startsWith('[') && isIpv6(name);
  return isAddress || !name.includes(':') ? parsed.url : undefined;
}

function isUri(text: string): boolean {
  return (urlIn(text)?.scheme ?? '') !== '';
}

function isUriReference(text: string): boolean {
  return !text.includes('\\') && urlIn(text) !== undefined;
}

/** Helm looks for braces only in a path that Go would write in another way. */
function isUriTemplate(text: string): boolean {
  const url = urlIn(text);
  if (url === undefined) return false;
  return url.rawPath.split('/').every((segment) => {
    const unescaped = unescapeBytes(segment, 'path');
    return unescaped.ok && /^(?:\{\})*$/.test(unescaped.bytes.replace(/[^{}]/g, ''));
  });
}

function isSemver(text: string): boolean {
  const [version, build] = cut(text, '+');
  const [core, release] = cut(version, '-');
  const isNumber = (part: string) => /^(?:0|[1-9]\d*)$/.test(part);
  const isIdentifier = (part: string) => /^[0-9a-z-]+$/i.test(part);
  const isReleasePart = (part: string) => isIdentifier(part) && !/^0\d+$/.test(part);
  return (
    (build ?? 'x').split('.').every(isIdentifier) &&
    (release ?? 'x').split('.').every(isReleasePart) &&
    core.split('.').length === 3 &&
    core.split('.').every(isNumber)
  );
}
