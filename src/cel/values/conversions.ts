import { INT64_MAX, INT64_MIN, UINT64_MAX } from '../../base/go/integers.ts';
import { shortestDecimal } from '../../base/go/shortest-decimal.ts';
import { formatRfc3339, parseDuration } from '../../base/go/time.ts';
import { isInRange, parseTimestamp } from '../time.ts';
import {
  Duration,
  ErrorValue,
  type Result,
  Timestamp,
  typeOfValue,
  Uint,
  type Value,
} from './value.ts';

interface Conversion {
  /** The name of the type that it converts to. */
  readonly target: string;
  /** The names of the other types that it converts from. */
  readonly sources: readonly string[];
  /** Returns undefined for a value that the target type cannot represent. */
  readonly convert: (value: Value) => Result | undefined;
}

const DURATION = 'google.protobuf.Duration';
const TIMESTAMP = 'google.protobuf.Timestamp';

const CONVERSIONS: ReadonlyMap<string, Conversion> = new Map([
  ['bool', { target: 'bool', sources: ['string'], convert: toBool }],
  ['bytes', { target: 'bytes', sources: ['string'], convert: toBytes }],
  ['double', { target: 'double', sources: ['int', 'string', 'uint'], convert: toDouble }],
  ['duration', { target: DURATION, sources: ['int', 'string'], convert: toDuration }],
  [
    'int',
    { target: 'int', sources: ['double', DURATION, 'string', TIMESTAMP, 'uint'], convert: toInt },
  ],
  [
    'string',
    {
      target: 'string',
      sources: ['bool', 'bytes', 'double', DURATION, 'int', TIMESTAMP, 'uint'],
      convert: toStringValue,
    },
  ],
  ['timestamp', { target: TIMESTAMP, sources: ['int', 'string'], convert: toTimestamp }],
  ['uint', { target: 'uint', sources: ['double', 'int', 'string'], convert: toUint }],
]);

/** Reports whether a function converts a value to a type, such as `int`. It includes `dyn` and `type`. */
export function isConversion(name: string): boolean {
  return CONVERSIONS.has(name) || name === 'dyn' || name === 'type';
}

/**
 * The result of a conversion function such as `int("1")`.
 *
 * Source: the methods `ConvertToType` in `common/types` of cel-go.
 *
 * @param name the name of a function for which {@link isConversion} holds
 */
export function convert(name: string, value: Value): Result {
  if (name === 'dyn') return value;
  const type = typeOfValue(value);
  if (name === 'type') return type;
  const conversion = CONVERSIONS.get(name);
  if (conversion?.target === type.name) return value;
  if (conversion === undefined || !conversion.sources.includes(type.name)) {
    return new ErrorValue(`no such overload: ${name}(${type.name})`);
  }
  return (
    conversion.convert(value) ??
    new ErrorValue(`type conversion error from '${type.name}' to '${conversion.target}'`)
  );
}

function toBool(value: Value): Result | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^(?:1|t|T|true|TRUE|True)$/.test(value)) return true;
  return /^(?:0|f|F|false|FALSE|False)$/.test(value) ? false : undefined;
}

function toBytes(value: Value): Result | undefined {
  return typeof value === 'string' ? new TextEncoder().encode(value) : undefined;
}

function toDouble(value: Value): Result | undefined {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Uint) return Number(value.value);
  return typeof value === 'string' ? parseDouble(value) : undefined;
}

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const HEXADECIMAL = /^([+-]?)0x([\da-f]*)(?:\.([\da-f]*))?p([+-]?\d+)$/i;

/** A double as Go's `strconv.ParseFloat` parses it: also `inf`, `0x1p-2` and `1_000`. */
function parseDouble(written: string): number | undefined {
  const special = /^([+-]?)(?:(inf|infinity)|nan)$/i.exec(written);
  if (special !== null) {
    if (special[2] === undefined) return special[1] === '' ? Number.NaN : undefined;
    return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  // An underscore is allowed between digits; the prefix of a hexadecimal number counts as a digit.
  const misplaced = /^[+-]?0x/i.test(written)
    ? /(?:^|[^\da-fx])_|_(?:[^\da-f]|$)/i
    : /(?:^|\D)_|_(?:\D|$)/;
  if (misplaced.test(written)) return undefined;
  const digits = written.replaceAll('_', '');
  const hexadecimal = HEXADECIMAL.exec(digits);
  const value = hexadecimal === null ? decimalValue(digits) : hexadecimalValue(hexadecimal);
  return value === undefined || !Number.isFinite(value) ? undefined : value;
}

function decimalValue(digits: string): number | undefined {
  return DECIMAL.test(digits) ? Number(digits) : undefined;
}

function hexadecimalValue(match: RegExpExecArray): number | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return undefined;
  const digits = Number.parseInt(`${whole}${fraction}`, 16);
  const value = digits * 2 ** (Number(exponent) - 4 * fraction.length);
  return sign === '-' ? -value : value;
}

function toInt(value: Value): Result | undefined {
  if (typeof value === 'number') {
    const fits = value > Number(INT64_MIN) && value < Number(INT64_MAX);
    return fits ? BigInt(Math.trunc(value)) : new ErrorValue('integer overflow');
  }
  if (value instanceof Uint) {
    return value.value > INT64_MAX ? new ErrorValue('integer overflow') : value.value;
  }
  if (value instanceof Duration) return value.nanoseconds;
  if (value instanceof Timestamp) return value.seconds;
  if (typeof value !== 'string' || !/^[+-]?\d+$/.test(value)) return undefined;
  const parsed = BigInt(value.replace(/^\+/, ''));
  return parsed < INT64_MIN || parsed > INT64_MAX ? undefined : parsed;
}

function toUint(value: Value): Result | undefined {
  if (typeof value === 'number') {
    const fits = value >= 0 && value < 2 ** 64;
    return fits ? new Uint(BigInt(Math.trunc(value))) : new ErrorValue('unsigned integer overflow');
  }
  if (typeof value === 'bigint') {
    return value < 0n ? new ErrorValue('unsigned integer overflow') : new Uint(value);
  }
  if (typeof value !== 'string' || !/^\d+$/.test(value)) return undefined;
  const parsed = BigInt(value);
  return parsed > UINT64_MAX ? undefined : new Uint(parsed);
}

function toDuration(value: Value): Result | undefined {
  const parsed = typeof value === 'string' ? parseDuration(value) : undefined;
  return parsed === undefined ? undefined : new Duration(parsed);
}

function toTimestamp(value: Value): Result | undefined {
  if (typeof value === 'bigint') {
    return isInRange(value) ? new Timestamp(value, 0) : new ErrorValue('timestamp overflow');
  }
  const instant = typeof value === 'string' ? parseTimestamp(value) : undefined;
  return instant && new Timestamp(instant.seconds, instant.nanos, instant.offset);
}

function toStringValue(value: Value): Result | undefined {
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (value instanceof Uint) return String(value.value);
  if (typeof value === 'number') return shortestDecimal(value);
  if (value instanceof Uint8Array) return decodeUtf8(value);
  if (value instanceof Duration) return `${formatSeconds(value.nanoseconds)}s`;
  return value instanceof Timestamp ? formatRfc3339(value) : undefined;
}

function decodeUtf8(bytes: Uint8Array): Result {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new ErrorValue('invalid UTF-8 in bytes, cannot convert to string');
  }
}

/** A number of nanoseconds in seconds, as a double without an exponent. */
function formatSeconds(nanoseconds: bigint): string {
  const seconds = Number(nanoseconds / 1_000_000_000n) + Number(nanoseconds % 1_000_000_000n) / 1e9;
  const digits = String(seconds);
  return digits.includes('e') ? seconds.toFixed(9).replace(/0+$/, '') : digits;
}
