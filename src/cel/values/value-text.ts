import { goQuote, goQuoteBytes } from '../../base/go/quote.ts';
import { formatRfc3339 } from '../../base/go/time.ts';
import {
  Duration,
  ErrorValue,
  ListValue,
  MapValue,
  type OpaqueValue,
  OptionalValue,
  type Result,
  Timestamp,
  TypeValue,
  typeOfValue,
  Uint,
} from './value.ts';

/** The largest depth to which lists and maps are printed. */
const DEEPEST = 500;

/**
 * A value in the notation of CEL, which distinguishes types. Values that are nested very deeply are printed as `...`.
 */
export function valueText(value: Result): string {
  return textAt(0, value);
}

function textAt(depth: number, value: Result): string {
  switch (typeof value) {
    case 'boolean':
    case 'bigint':
      return String(value);
    case 'number':
      return doubleText(value);
    case 'string':
      return goQuote(value);
    default:
      break;
  }
  if (value === null) return 'null';
  if (depth > DEEPEST) return '...';
  const inner = (part: Result) => textAt(depth + 1, part);
  if (value instanceof ErrorValue) return `error(${value.message})`;
  if (value instanceof Uint) return `${value.value}u`;
  if (value instanceof Uint8Array) return `b${goQuoteBytes(byteTextOf(value))}`;
  if (value instanceof Duration) return `duration("${durationText(value.nanoseconds)}")`;
  if (value instanceof Timestamp) {
    return `timestamp("${formatRfc3339({ seconds: value.seconds, nanos: value.nanos, offset: 0 })}")`;
  }
  if (value instanceof TypeValue) return `type("${value.name}")`;
  if (value instanceof OptionalValue) {
    return value.value === undefined ? 'optional.none()' : `optional.of(${inner(value.value)})`;
  }
  if (value instanceof ListValue) return `[${[...value].map(inner).join(', ')}]`;
  if (value instanceof MapValue) {
    const parts = [...value.keys()].map(
      (key) => `${inner(key)}: ${inner(value.find(key) ?? null)}`,
    );
    return `{${parts.sort().join(', ')}}`;
  }
  return opaqueText(value, inner);
}

function opaqueText(value: OpaqueValue, inner: (part: Result) => string): string {
  const { name } = typeOfValue(value);
  const { members } = value;
  if (members !== undefined) {
    return `${name}{${[...members].map(([key, member]) => `${key}: ${inner(member)}`).join(', ')}}`;
  }
  const hasString = value.toString !== Object.prototype.toString;
  return `${name}(${hasString ? goQuote(value.toString()) : '...'})`;
}

/** The bytes as a text with one character for each byte. */
function byteTextOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

function doubleText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value < 0 ? '-Inf' : '+Inf';
  const size = Math.abs(value);
  if (Object.is(value, -0)) return '-0.0';
  if (size !== 0 && (size < 1e-4 || size >= 1e6)) {
    return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  }
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

/** A duration as Go writes it: `1h0m0.5s`. */
export function durationText(nanoseconds: bigint): string {
  if (nanoseconds === 0n) return '0s';
  const sign = nanoseconds < 0n ? '-' : '';
  const size = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  for (const [unit, factor] of [
    ['ns', 1n],
    ['µs', 1_000n],
    ['ms', 1_000_000n],
  ] as const) {
    if (size < factor * 1_000n && size < 1_000_000_000n) {
      return `${sign}${fraction(size, factor)}${unit}`;
    }
  }
  const minutes = size / 60_000_000_000n;
  const seconds = `${fraction(size % 60_000_000_000n, 1_000_000_000n)}s`;
  if (minutes === 0n) return `${sign}${seconds}`;
  const hours = minutes / 60n;
  return `${sign}${hours === 0n ? '' : `${hours}h`}${minutes % 60n}m${seconds}`;
}

function fraction(size: bigint, factor: bigint): string {
  const digits = String(factor).length - 1;
  const rest = String(size % factor)
    .padStart(digits, '0')
    .replace(/0+$/, '');
  return `${size / factor}${rest === '' || digits === 0 ? '' : `.${rest}`}`;
}
