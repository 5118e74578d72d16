import { parseIpAddress } from '../../../base/go/ip-address.ts';
import { isMailAddress } from '../../../base/go/mail-address.ts';
import { parseRequestUri } from '../../../base/go/net-url.ts';
import { parseDuration } from '../../../base/go/time.ts';
import { parseCidr, parseIpSloppily } from '../../kubernetes/formats/cidr.ts';
import { byteLength, isDns1123Label, isDns1123Subdomain } from '../../kubernetes/formats/dns.ts';
import {
  isByteFormat,
  isFullDate,
  isFullDateTime,
  isUuid,
} from '../../kubernetes/formats/openapi-formats.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import { serverHas } from '../../kubernetes/server-changes.ts';

/** The predicates of the formats, by their names without dashes. */
const FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map(
  Object.entries<(text: string) => boolean>({
    bsonobjectid: matches(/^[0-9a-f]{24}$/i),
    uri: (text) => parseRequestUri(text, { strictColons: false }).ok,
    email: isMailAddress,
    hostname: isHostname,
    ipv4: (text) => text.includes('.') && parseIpSloppily(text) !== undefined,
    ipv6: (text) => text.includes(':') && !text.includes('%') && parseIpAddress(text).ok,
    cidr: (text) => parseCidr(text) !== undefined,
    mac: isMac,
    uuid: isUuid,
    uuid3: matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i),
    uuid4: matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i),
    uuid5: matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i),
    isbn: (text) => isIsbn10(text) || isIsbn13(text),
    isbn10: isIsbn10,
    isbn13: isIsbn13,
    creditcard: isCreditCard,
    ssn: (text) => text.length === 11 && /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text),
    hexcolor: matches(/^#?([0-9a-f]{3}|[0-9a-f]{6})$/i),
    rgbcolor: isRgbColor,
    byte: isByteFormat,
    password: () => true,
    date: isFullDate,
    datetime: isFullDateTime,
    duration: isDuration,
    k8sshortname: isDns1123Label,
    k8slongname: isDns1123Subdomain,
  }),
);

/** Formats that Kubernetes added after the oldest supported minor. */
const ADDED_LATER: ReadonlySet<string> = new Set(['k8sshortname', 'k8slongname']);

/** Reports whether the server validates a format of strings. */
export function isStringFormat(format: string, minor: Minor): boolean {
  const name = format.replaceAll('-', '');
  if (!FORMATS.has(name)) return false;
  return !ADDED_LATER.has(name) || serverHas('k8s-name-formats', minor);
}

/** Reports whether a string has a format. The result is true for formats that `isStringFormat` does not know. */
export function isOfStringFormat(text: string, format: string): boolean {
  return FORMATS.get(format.replaceAll('-', ''))?.(text) ?? true;
}

const OF_NUMBERS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries<ReadonlySet<string>>({
    integer: new Set(['int32', 'int64']),
    number: new Set(['float', 'double']),
  }),
);

/** Reports whether a format is a format of numbers of the given type. */
export function isFormatOfNumbers(format: string, type: string): boolean {
  return OF_NUMBERS.get(type)?.has(format) ?? false;
}

/**
 * Reports whether the server recognizes a format in the schema of a CRD, so that it keeps the format and does not warn
 * about it.
 *
 * @param type the type of the schema, empty if it has none (or several)
 */
export function isRecognizedFormat(format: string, type: string, minor: Minor): boolean {
  if (serverHas('formats-by-type', minor) && type !== '' && type !== 'string') {
    return isFormatOfNumbers(format, type);
  }
  const name = format.replaceAll('-', '');
  return (
    FORMATS.has(name) && (!ADDED_LATER.has(name) || serverHas('recognized-k8s-name-formats', minor))
  );
}

/** Reports whether the server warns about formats that it does not recognize, in the schemas of a CRD with a type. */
export function warnsAboutFormats(type: string, minor: Minor): boolean {
  if (!serverHas('unrecognized-format-warnings', minor)) return false;
  return type === 'string' || serverHas('formats-by-type', minor);
}

function matches(expression: RegExp): (text: string) => boolean {
  return (text) => expression.test(text);
}

function isHostname(text: string): boolean {
  // Longer strings are never host names; this avoids matching them.
  if (text.length > 255) return false;
  // A literal outside of a function is read when the module is loaded. The classes of Unicode make that take 2.5 ms.
  const hostname =
    /^([a-zA-Z0-9\p{S}\p{L}]((-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?)|([a-zA-Z0-9\p{S}\p{L}](([a-zA-Z0-9\p{S}\p{L}-]{0,61}[a-zA-Z0-9\p{S}\p{L}])?)(\.)){1,}([a-zA-Z\p{L}]){2,63})$/u;
  if (!hostname.test(text) || byteLength(text) > 255) return false;
  return text.split('.').every((label) => byteLength(label) <= 63);
}

/** 6, 8 or 20 bytes in one of three notations. */
function isMac(text: string): boolean {
  const pairs = /^[0-9a-f]{2}(?:(?::[0-9a-f]{2})+|(?:-[0-9a-f]{2})+)$/i.test(text);
  const quads = /^[0-9a-f]{4}(?:\.[0-9a-f]{4})+$/i.test(text);
  const plain = /^(?:[0-9a-f]{2})+$/i.test(text);
  const length = text.replace(/[:.-]/g, '').length / 2;
  return (pairs || quads || plain) && (length === 6 || length === 8 || length === 20);
}

function isIsbn10(text: string): boolean {
  const digits = text.replace(/[\t\n\f\r -]+/g, '');
  if (!/^(?:[0-9]{9}X|[0-9]{10})$/.test(digits)) return false;
  let sum = 0;
  for (let at = 0; at < 10; at++) {
    const digit = digits.charAt(at);
    sum += (at + 1) * (digit === 'X' ? 10 : Number(digit));
  }
  return sum % 11 === 0;
}

function isIsbn13(text: string): boolean {
  const digits = text.replace(/[\t\n\f\r -]+/g, '');
  if (!/^[0-9]{13}$/.test(digits)) return false;
  let sum = 0;
  for (let at = 0; at < 12; at++) sum += Number(digits.charAt(at)) * (at % 2 === 0 ? 1 : 3);
  return Number(digits.charAt(12)) === (10 - (sum % 10)) % 10;
}

const CREDIT_CARD =
  /^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\d{3})\d{11})$/;

function isCreditCard(text: string): boolean {
  const digits = text.replace(/[^0-9]+/g, '');
  if (!CREDIT_CARD.test(digits)) return false;
  let sum = 0;
  for (let at = digits.length - 1, isDoubled = false; at >= 0; at--, isDoubled = !isDoubled) {
    const digit = Number(digits.charAt(at)) * (isDoubled ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

function isRgbColor(text: string): boolean {
  const part = '(0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])';
  const space = '[\\t\\n\\f\\r ]*';
  const parts = [part, part, part].join(`${space},${space}`);
  return new RegExp(`^rgb\\(${space}${parts}${space}\\)$`).test(text);
}

/** The last name of each unit can be followed by more letters. */
const UNITS: readonly (readonly string[])[] = [
  ['ns', 'nano'],
  ['us', 'µs', 'micro'],
  ['ms', 'milli'],
  ['s', 'sec'],
  ['m', 'min'],
  ['h', 'hr', 'hour'],
  ['d', 'day'],
  ['w', 'wk', 'week'],
];

/** A duration of Go (`1h30m`) or Scala: numbers with units anywhere in the string (`2 days`). */
function isDuration(text: string): boolean {
  if (parseDuration(text) !== undefined) return true;
  let isKnown = false;
  for (const [, number = '', unit = ''] of text.matchAll(/(?<!\d)(\d+)[\t\n\f\r ]*([A-Za-zµ]+)/g)) {
    if (number.replace(/^0+/, '').length > 19 || BigInt(number) >= 2n ** 63n) return false;
    const name = unit.toLowerCase();
    isKnown ||= UNITS.some(
      (names) => names.includes(name) || name.startsWith(names[names.length - 1] ?? ''),
    );
  }
  return isKnown;
}
