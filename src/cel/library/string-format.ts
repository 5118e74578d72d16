import { compareCodePoints } from '../../base/compare.ts';
import { parseInteger } from '../../base/go/decimal-integer.ts';
import { fixedPoint, groupedFixedPoint, scientific } from '../../base/go/decimal-text.ts';
import { goQuote, toByteText } from '../../base/go/quote.ts';
import { checkLength } from '../memory-limit.ts';
import { EntryMap } from '../values/collections.ts';
import { convert } from '../values/conversions.ts';
import { goFormat } from '../values/go-format.ts';
import { GoPanic, NIL_DEREFERENCE } from '../values/go-panic.ts';
import { joinParts, NestedString, NestedStrings, resolveString } from '../values/nested-string.ts';
import {
  Duration,
  ErrorValue,
  ListValue,
  MapValue,
  type Result,
  Timestamp,
  TypeValue,
  typeOfValue,
  Uint,
} from '../values/value.ts';

export interface StringFormatOptions {
  /** The space on both sides of the sign in `1.5×10⁰³`: a narrow space until Kubernetes 1.32. */
  readonly exponentGap: string;
}

/** A failure, with the server's message. */
class FormatFailure {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

type Formatted = string | FormatFailure;

/**
 * `"%d of %s".format([1, "x"])`.
 *
 * Source: `parseFormatString` and the functions that it calls in `ext/formatting.go` of cel-go, of version 2 of the
 * library.
 */
export function formatString(
  format: string,
  args: ListValue,
  options: StringFormatOptions,
): Result {
  let output = '';
  let used = 0;
  let index = 0;
  while (index < format.length) {
    const percent = format.indexOf('%', index);
    if (percent < 0) return output + format.slice(index);
    output += format.slice(index, percent);
    if (format.charAt(percent + 1) === '%') {
      output += '%';
      index = percent + 2;
      continue;
    }
    if (used >= args.size) return new ErrorValue(`index ${used} out of range`);
    if (percent + 1 >= format.length) return new ErrorValue('unexpected end of string');
    const clause = readClause(format, percent + 1);
    if (clause instanceof FormatFailure) {
      return new ErrorValue(`could not parse formatting clause: ${clause.message}`);
    }
    const formatted = formatArgument(clause, args.at(used), options);
    if (formatted instanceof FormatFailure) {
      return new ErrorValue(`error during formatting: ${formatted.message}`);
    }
    checkLength(output.length + formatted.length);
    output += formatted;
    used++;
    index = clause.end;
  }
  return output;
}

interface Clause {
  readonly verb: string;
  readonly precision: bigint;
  readonly end: number;
}

const DEFAULT_PRECISION = 6n;

function readClause(format: string, start: number): Clause | FormatFailure {
  const written = /^\.([0-9]*)/.exec(format.slice(start, start + PRECISION_LIMIT));
  const end = start + (written?.[0].length ?? 0);
  const precision = written === null ? DEFAULT_PRECISION : readPrecision(written[1] ?? '');
  if (end >= format.length) {
    return new FormatFailure(
      'error while parsing precision: could not find end of precision specifier',
    );
  }
  if (precision instanceof FormatFailure) return precision;
  const verb = format.charAt(end);
  if ('sdfebxXo'.includes(verb)) return { verb, precision, end: end + 1 };
  // The server reads a byte, and prints it as a character.
  const [byte = ''] = toByteText(String.fromCodePoint(format.codePointAt(end) ?? 0));
  return new FormatFailure(`unrecognized formatting clause "${byte}"`);
}

/** The most digits that are read; any longer precision is out of range as well. */
const PRECISION_LIMIT = 10_000;

function readPrecision(digits: string): bigint | FormatFailure {
  const parsed = parseInteger(digits);
  if (parsed.ok) return parsed.value;
  return new FormatFailure(
    `error while parsing precision: error while converting precision to integer: ${parsed.error}`,
  );
}

function formatArgument(clause: Clause, arg: Result, options: StringFormatOptions): Formatted {
  switch (clause.verb) {
    case 's':
      return formatStringClause(arg);
    case 'd':
      return formatInteger(arg);
    case 'f':
    case 'e':
      return formatDouble(clause, arg, options);
    case 'b':
      if (typeof arg === 'boolean') return arg ? '1' : '0';
      return (
        inBase(2, arg) ?? unsupported('only integers and bools can be formatted as binary', arg)
      );
    case 'o':
      return inBase(8, arg) ?? unsupported('octal clause can only be used on integers', arg);
    default: {
      const digits = hexadecimal(arg);
      if (digits instanceof FormatFailure) return digits;
      return clause.verb === 'X' ? digits.toUpperCase() : digits;
    }
  }
}

function unsupported(reason: string, arg: Result): FormatFailure {
  return new FormatFailure(`${reason}, was given ${typeName(arg)}`);
}

function typeName(value: Result): string {
  return value instanceof ErrorValue ? 'error' : typeOfValue(value).name;
}

function formatInteger(arg: Result): Formatted {
  if (typeof arg === 'bigint') return String(arg);
  if (arg instanceof Uint) return String(arg.value);
  return unsupported('decimal clause can only be used on integers', arg);
}

function inBase(base: 2 | 8 | 16, arg: Result): string | undefined {
  if (typeof arg === 'bigint') return arg.toString(base);
  return arg instanceof Uint ? arg.value.toString(base) : undefined;
}

function hexadecimal(arg: Result): Formatted {
  const bytes = typeof arg === 'string' ? new TextEncoder().encode(arg) : arg;
  if (bytes instanceof Uint8Array) {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }
  const reason = 'only integers, byte buffers, and strings can be formatted as hex';
  return inBase(16, arg) ?? unsupported(reason, arg);
}

const SPECIAL_DOUBLES: ReadonlyMap<Result, number> = new Map<Result, number>([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]);

function formatDouble({ verb, precision }: Clause, arg: Result, options: StringFormatOptions) {
  const value = typeof arg === 'number' ? arg : SPECIAL_DOUBLES.get(arg);
  const name = verb === 'f' ? 'fixed-point' : 'scientific';
  if (value === undefined) return unsupported(`${name} clause can only be used on doubles`, arg);
  // Go's formats accept no larger precision.
  if (precision > 10_000_009n) return '%!(NOVERB)';
  const number = Number(precision);
  return verb === 'f'
    ? groupedFixedPoint(value, number)
    : scientific(value, number, options.exponentGap);
}

function formatStringClause(arg: Result): Formatted {
  if (arg === null) return 'null';
  if (arg instanceof ListValue || arg instanceof MapValue) {
    return resolveString(formatCollection(arg, new NestedStrings()));
  }
  if (isPlain(arg)) return formatPlain(arg);
  return unsupported(
    'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
    arg,
  );
}

/** Reports whether a value is formatted as `string(value)` converts it. */
function isPlain(arg: Result): boolean {
  return (
    typeof arg !== 'object' ||
    arg instanceof Uint ||
    arg instanceof Uint8Array ||
    arg instanceof Duration ||
    arg instanceof Timestamp ||
    arg instanceof TypeValue
  );
}

function formatPlain(arg: Result): Formatted {
  if (arg instanceof TypeValue) return arg.name;
  const converted = arg instanceof ErrorValue ? arg : convert('string', arg);
  if (typeof converted === 'string') return converted;
  const message = converted instanceof ErrorValue ? converted.message : '';
  return new FormatFailure(`could not convert argument ${goQuote(message)} to string`);
}

type Literal = string | NestedString<FormatFailure> | FormatFailure;

type Collections = NestedStrings<ListValue | MapValue, FormatFailure>;

function formatCollection(
  value: ListValue | MapValue,
  known: Collections,
): NestedString<FormatFailure> {
  return known.of(value, () =>
    value instanceof ListValue
      ? new NestedString(
          formatElements(value, known),
          (elements) => `[${joinParts(elements, ', ')}]`,
        )
      : formatMap(value, known),
  );
}

function formatMap(map: MapValue, known: Collections): NestedString<FormatFailure> {
  return new NestedString(formatKeysAndValues(map, known), (parts) => {
    const entries: { readonly key: string; readonly entry: string }[] = [];
    for (let index = 0; index < parts.length; index += 2) {
      const key = parts[index] ?? '';
      entries.push({ key, entry: `${key}:${parts[index + 1] ?? ''}` });
    }
    entries.sort((a, b) => compareCodePoints(a.key, b.key));
    const texts = entries.map(({ entry }) => entry);
    return `{${joinParts(texts, ', ')}}`;
  });
}

function* formatElements(list: ListValue, known: Collections): Iterable<Literal> {
  for (const element of list) yield formatLiteral(element, known);
}

/** Each key, followed by its value. */
function* formatKeysAndValues(map: MapValue, known: Collections): Iterable<Literal> {
  for (const key of map.keys()) {
    // An undeclared member of an object has no key.
    if (key === null && !(map instanceof EntryMap)) throw new GoPanic(NIL_DEREFERENCE);
    yield isKey(key)
      ? formatLiteral(key, known)
      : new FormatFailure(`no formatting function for map key of type ${typeName(key)}`);
    const value = map.find(key);
    yield value === undefined
      ? new FormatFailure(`could not find key: ${goQuote(goFormat(key))}`)
      : formatLiteral(value, known);
  }
}

function isKey(key: Result): boolean {
  return (
    typeof key === 'string' ||
    typeof key === 'boolean' ||
    typeof key === 'bigint' ||
    key instanceof Uint
  );
}

/** A value in a list or map, as a literal of CEL. */
function formatLiteral(value: Result, known: Collections): Literal {
  if (typeof value === 'number') {
    const digits = fixedPoint(value, Number(DEFAULT_PRECISION));
    return Number.isFinite(value) ? digits : goQuote(digits);
  }
  if (value instanceof ListValue || value instanceof MapValue)
    return formatCollection(value, known);
  if (value === null) return 'null';
  if (!isPlain(value)) {
    return new FormatFailure(`no formatting function for ${typeName(value)}`);
  }
  const plain = formatPlain(value);
  if (plain instanceof FormatFailure) return plain;
  if (typeof value === 'string') return goQuote(plain);
  if (value instanceof Uint8Array) return `b${goQuote(plain)}`;
  if (value instanceof Timestamp) return `timestamp(${goQuote(plain)})`;
  return value instanceof Duration ? `duration(${goQuote(plain)})` : plain;
}
