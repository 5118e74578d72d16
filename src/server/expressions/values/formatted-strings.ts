import { parseDuration } from '../../../base/go/time.ts';
import { parseTimestamp } from '../../../cel/time.ts';
import { Duration, ErrorValue, type Result, Timestamp } from '../../../cel/values/value.ts';

/**
 * The value of a string with a schema: a duration, timestamp or bytes if it has such a format.
 *
 * Source: `UnstructuredToVal` in `pkg/cel/common/valuesunstructured.go` of the API server, and the package `strfmt`
 * of kube-openapi.
 */
export function stringValue(text: string, format: string | undefined): Result {
  switch (format) {
    case 'duration':
      return durationOf(text);
    case 'date': {
      const date = parseTimestamp(`${text}T00:00:00Z`);
      return date === undefined
        ? new ErrorValue(`Invalid date formatted string ${text}`)
        : new Timestamp(date.seconds, 0);
    }
    case 'date-time':
      return dateTimeOf(text);
    case 'byte':
      return bytesOf(text);
    default:
      return text;
  }
}

/** Parses a date and time with a time zone, or without one for UTC. An empty string is the start of 1970. */
function dateTimeOf(text: string): Result {
  if (text === '') return new Timestamp(0n, 0);
  const found = parseTimestamp(text) ?? parseTimestamp(`${text}Z`);
  return found === undefined
    ? new ErrorValue(`Invalid date-time formatted string ${text}`)
    : new Timestamp(found.seconds, found.nanos, found.offset);
}

const NANOSECOND = 1n;
const SECOND = 1_000_000_000n;

/** The names of units. After the last name of each, more letters can follow. */
const UNITS: readonly (readonly [names: readonly string[], nanoseconds: bigint])[] = [
  [['ns', 'nano'], NANOSECOND],
  [['us', '\u00b5s', 'micro'], 1_000n],
  [['ms', 'milli'], 1_000_000n],
  [['s', 'sec'], SECOND],
  [['m', 'min'], 60n * SECOND],
  [['h', 'hr', 'hour'], 3_600n * SECOND],
  [['d', 'day'], 86_400n * SECOND],
  [['w', 'wk', 'week'], 604_800n * SECOND],
];

/** Parses a duration of Go, such as `1h30m`, or numbers with units anywhere in the string: `2 days`. */
function durationOf(text: string): Result {
  const parsed = parseDuration(text);
  if (parsed !== undefined) return new Duration(parsed);
  let total: bigint | undefined;
  for (const [, digits = '', unit = ''] of text.matchAll(
    /(?<!\d)(\d+)[\t\n\f\r ]*([A-Za-z\u00b5]+)/g,
  )) {
    const name = unit.toLowerCase();
    for (const [names, nanoseconds] of UNITS) {
      if (!names.includes(name) && !name.startsWith(names.at(-1) ?? name)) continue;
      // The sum wraps around on overflow, as in Go.
      total = BigInt.asIntN(64, (total ?? 0n) + BigInt(digits) * nanoseconds);
    }
  }
  return total === undefined
    ? new ErrorValue(`Invalid duration ${text}: unable to parse ${text} as duration`)
    : new Duration(total);
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Decodes base64 with the alphabet for URLs. The validation of the format uses the standard alphabet. */
function bytesOf(text: string): Result {
  const letters = text.replaceAll(/[\r\n]/g, '');
  const body = letters.replace(/={1,2}$/, '');
  const bytes = new Uint8Array(Math.floor((body.length * 3) / 4));
  let bits = 0;
  let held = 0;
  let length = 0;
  for (const [index, letter] of [...body].entries()) {
    const value = ALPHABET.indexOf(letter);
    if (value < 0) return illegal(text, index);
    held = ((held << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length++] = (held >> bits) & 0xff;
  }
  return letters.length % 4 === 0 ? bytes : illegal(text, letters.length);
}

function illegal(text: string, index: number): ErrorValue {
  return new ErrorValue(
    `Invalid byte formatted string ${text}: illegal base64 data at input byte ${index}`,
  );
}
