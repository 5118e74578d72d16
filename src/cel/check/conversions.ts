import { shortestDecimal } from '../../go/shortest-decimal.ts';
import { formatRfc3339, type Instant, parseDuration } from '../../go/time.ts';
import type { ConstantValue } from '../ast.ts';
import { isInRange, parseTimestamp } from '../time.ts';

/** A value that is known before an expression is run. What lists, maps and types hold does not matter here. */
export type Folded =
  | ConstantValue
  /** In nanoseconds. */
  | { readonly type: 'duration'; readonly value: bigint }
  | ({ readonly type: 'timestamp' } & Instant)
  | { readonly type: 'list' | 'map' | 'type' };

type Converted = Folded | { readonly error: string };

/** The names of types as the errors of conversions have them. */
const TYPE_NAMES: Readonly<Record<Folded['type'], string>> = {
  null: 'null_type',
  bool: 'bool',
  int: 'int',
  uint: 'uint',
  double: 'double',
  string: 'string',
  bytes: 'bytes',
  duration: 'google.protobuf.Duration',
  timestamp: 'google.protobuf.Timestamp',
  list: 'list',
  map: 'map',
  type: 'type',
};

/** What each function converts. */
const CONVERSIONS: ReadonlyMap<string, readonly Folded['type'][]> = new Map([
  ['bool', ['bool', 'string']],
  ['bytes', ['bytes', 'string']],
  ['double', ['double', 'int', 'string', 'uint']],
  ['duration', ['duration', 'int', 'string']],
  ['int', ['int', 'double', 'duration', 'string', 'timestamp', 'uint']],
  ['string', ['string', 'bool', 'bytes', 'double', 'duration', 'int', 'timestamp', 'uint']],
  ['timestamp', ['timestamp', 'int', 'string']],
  ['uint', ['uint', 'double', 'int', 'string']],
]);

/**
 * What a conversion such as `int("1")` makes of a constant; undefined where the function is none.
 *
 * Source: the methods `ConvertToType` in `common/types` of cel-go.
 */
export function convert(name: string, value: Folded): Converted | undefined {
  if (name === 'dyn') return value;
  if (name === 'type') return { type: 'type' };
  const taken = CONVERSIONS.get(name);
  if (taken === undefined) return undefined;
  if (!taken.includes(value.type)) {
    return { error: `no such overload: ${name}(${TYPE_NAMES[value.type]})` };
  }
  if (value.type === name) return value;
  return make(name, value) ?? conversionError(name, value);
}

function conversionError(name: string, value: Folded): { readonly error: string } {
  const target = name === 'duration' || name === 'timestamp' ? TYPE_NAMES[name] : name;
  return { error: `type conversion error from '${TYPE_NAMES[value.type]}' to '${target}'` };
}

function make(name: string, value: Folded): Converted | undefined {
  switch (name) {
    case 'bool':
      return value.type === 'string' ? toBool(value.value) : undefined;
    case 'bytes':
      return value.type === 'string'
        ? { type: 'bytes', value: new TextEncoder().encode(value.value) }
        : undefined;
    case 'double':
      return toDouble(value);
    case 'duration':
      return value.type === 'string' ? toDuration(value.value) : undefined;
    case 'int':
      return toInt(value);
    case 'string':
      return toText(value);
    case 'timestamp':
      return toTimestamp(value);
    default:
      return toUint(value);
  }
}

function toBool(text: string): Folded | undefined {
  if (/^(?:1|t|T|true|TRUE|True)$/.test(text)) return { type: 'bool', value: true };
  if (/^(?:0|f|F|false|FALSE|False)$/.test(text)) return { type: 'bool', value: false };
  return undefined;
}

function toDouble(value: Folded): Folded | undefined {
  if (value.type === 'int' || value.type === 'uint') {
    return { type: 'double', value: Number(value.value) };
  }
  const parsed = value.type === 'string' ? parseDouble(value.value) : undefined;
  return parsed === undefined ? undefined : { type: 'double', value: parsed };
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const HEXADECIMAL = /^([+-]?)0x([\da-f]*)\.?([\da-f]*)p([+-]?\d+)$/i;

/** A double as Go's `strconv.ParseFloat` reads it: also `inf`, `0x1p-2` and `1_000`. */
function parseDouble(written: string): number | undefined {
  const special = /^([+-]?)(?:(inf|infinity)|nan)$/i.exec(written);
  if (special !== null) {
    if (special[2] === undefined) return special[1] === '' ? Number.NaN : undefined;
    return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  // An underscore stands between digits; the prefix of a hexadecimal number counts as one.
  const misplaced = /^[+-]?0x/i.test(written)
    ? /(?:^|[^\da-fx])_|_(?:[^\da-f]|$)/i
    : /(?:^|\D)_|_(?:\D|$)/;
  if (misplaced.test(written)) return undefined;
  const text = written.replaceAll('_', '');
  const hexadecimal = HEXADECIMAL.exec(text);
  const value = hexadecimal === null ? decimal(text) : hexadecimalValue(hexadecimal);
  return value === undefined || !Number.isFinite(value) ? undefined : value;
}

function decimal(text: string): number | undefined {
  return DECIMAL.test(text) ? Number(text) : undefined;
}

function hexadecimalValue(match: RegExpExecArray): number | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return undefined;
  const digits = Number.parseInt(`${whole}${fraction}`, 16);
  const value = digits * 2 ** (Number(exponent) - 4 * fraction.length);
  return sign === '-' ? -value : value;
}

const INT_MIN = -(2n ** 63n);
const INT_MAX = 2n ** 63n - 1n;
const UINT_MAX = 2n ** 64n - 1n;
const INT_OVERFLOW = { error: 'integer overflow' };
const UINT_OVERFLOW = { error: 'unsigned integer overflow' };

function toInt(value: Folded): Converted | undefined {
  switch (value.type) {
    case 'double': {
      const isInside = value.value > Number(INT_MIN) && value.value < Number(INT_MAX);
      return isInside ? { type: 'int', value: BigInt(Math.trunc(value.value)) } : INT_OVERFLOW;
    }
    case 'uint':
      return value.value > INT_MAX ? INT_OVERFLOW : { type: 'int', value: value.value };
    case 'duration':
      return { type: 'int', value: value.value };
    case 'timestamp':
      return { type: 'int', value: value.seconds };
    case 'string': {
      if (!/^[+-]?\d+$/.test(value.value)) return undefined;
      const parsed = BigInt(value.value.replace(/^\+/, ''));
      return parsed < INT_MIN || parsed > INT_MAX ? undefined : { type: 'int', value: parsed };
    }
    default:
      return undefined;
  }
}

function toUint(value: Folded): Converted | undefined {
  switch (value.type) {
    case 'double': {
      const isInside = value.value >= 0 && value.value < 2 ** 64;
      return isInside ? { type: 'uint', value: BigInt(Math.trunc(value.value)) } : UINT_OVERFLOW;
    }
    case 'int':
      return value.value < 0n ? UINT_OVERFLOW : { type: 'uint', value: value.value };
    case 'string': {
      if (!/^\d+$/.test(value.value)) return undefined;
      const parsed = BigInt(value.value);
      return parsed > UINT_MAX ? undefined : { type: 'uint', value: parsed };
    }
    default:
      return undefined;
  }
}

function toDuration(text: string): Folded | undefined {
  const value = parseDuration(text);
  return value === undefined ? undefined : { type: 'duration', value };
}

function toTimestamp(value: Folded): Converted | undefined {
  if (value.type === 'int') {
    if (!isInRange(value.value)) return { error: 'timestamp overflow' };
    return { type: 'timestamp', seconds: value.value, nanos: 0, offset: 0 };
  }
  if (value.type !== 'string') return undefined;
  const instant = parseTimestamp(value.value);
  return instant === undefined ? undefined : { type: 'timestamp', ...instant };
}

function toText(value: Folded): Converted | undefined {
  const text = textOf(value);
  return typeof text === 'string' ? { type: 'string', value: text } : text;
}

function textOf(value: Folded): string | { readonly error: string } | undefined {
  switch (value.type) {
    case 'bool':
    case 'int':
    case 'uint':
      return String(value.value);
    case 'double':
      return shortestDecimal(value.value);
    case 'bytes':
      try {
        return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(value.value);
      } catch {
        return { error: 'invalid UTF-8 in bytes, cannot convert to string' };
      }
    case 'duration':
      return `${secondsText(value.value)}s`;
    case 'timestamp':
      return formatRfc3339(value);
    default:
      return undefined;
  }
}

/** A number of nanoseconds in seconds, as a double in plain digits. */
function secondsText(nanoseconds: bigint): string {
  const seconds = Number(nanoseconds / 1_000_000_000n) + Number(nanoseconds % 1_000_000_000n) / 1e9;
  const text = String(seconds);
  return text.includes('e') ? seconds.toFixed(9).replace(/0+$/, '') : text;
}
