import { fixedPoint, groupedFixedPoint, scientific } from '../../../go/decimal-text.ts';
import { goQuote, toByteText } from '../../../go/quote.ts';
import { compareStrings } from '../../values/equality.ts';
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
} from '../../values/value.ts';
import { checkLength } from '../memory-limit.ts';
import { NestedText, NestedTexts, resolveText } from '../nested-text.ts';
import { toStringValue } from '../standard/conversions.ts';

export interface TextFormatOptions {
  /** What stands on both sides of the sign in `1.5×10⁰³`: until 1.32 narrow blanks. */
  readonly exponentGap: string;
}

/** A failure, in the server's words. */
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
 * Source: `parseFormatString` and what it calls in `ext/formatting.go` of cel-go, of version 2 of the library.
 */
export function formatText(format: string, args: ListValue, options: TextFormatOptions): Result {
  let text = '';
  let used = 0;
  let index = 0;
  while (index < format.length) {
    const percent = format.indexOf('%', index);
    if (percent < 0) return text + format.slice(index);
    text += format.slice(index, percent);
    if (format.charAt(percent + 1) === '%') {
      text += '%';
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
    checkLength(text.length + formatted.length);
    text += formatted;
    used++;
    index = clause.end;
  }
  return text;
}

interface Clause {
  readonly verb: string;
  readonly precision: bigint;
  readonly end: number;
}

const DEFAULT_PRECISION = 6n;
const MOST = 2n ** 63n - 1n;

function readClause(format: string, start: number): Clause | FormatFailure {
  const written = /^\.([0-9]*)/.exec(format.slice(start, start + MOST_DIGITS));
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
  // The server looks at a byte, and prints it as a character.
  const [byte = ''] = toByteText(String.fromCodePoint(format.codePointAt(end) ?? 0));
  return new FormatFailure(`unrecognized formatting clause "${byte}"`);
}

/** Longer precisions are out of range anyway. */
const MOST_DIGITS = 10_000;

function readPrecision(digits: string): bigint | FormatFailure {
  const parsed = digits === '' ? undefined : BigInt(digits);
  if (parsed !== undefined && parsed <= MOST) return parsed;
  const reason = parsed === undefined ? 'invalid syntax' : 'value out of range';
  const parsing = `strconv.Atoi: parsing ${goQuote(digits)}: ${reason}`;
  return new FormatFailure(
    `error while parsing precision: error while converting precision to integer: ${parsing}`,
  );
}

function formatArgument(clause: Clause, arg: Result, options: TextFormatOptions): Formatted {
  switch (clause.verb) {
    case 's':
      return formatString(arg);
    case 'd':
      return formatInteger(arg);
    case 'f':
    case 'e':
      return formatDouble(clause, arg, options);
    case 'b':
      if (typeof arg === 'boolean') return arg ? '1' : '0';
      return inBase(2, arg) ?? refuse('only integers and bools can be formatted as binary', arg);
    case 'o':
      return inBase(8, arg) ?? refuse('octal clause can only be used on integers', arg);
    default: {
      const text = hexadecimal(arg);
      if (text instanceof FormatFailure) return text;
      return clause.verb === 'X' ? text.toUpperCase() : text;
    }
  }
}

function refuse(words: string, arg: Result): FormatFailure {
  return new FormatFailure(`${words}, was given ${typeName(arg)}`);
}

function typeName(value: Result): string {
  return value instanceof ErrorValue ? 'error' : typeOfValue(value).name;
}

function formatInteger(arg: Result): Formatted {
  if (typeof arg === 'bigint') return String(arg);
  if (arg instanceof Uint) return String(arg.value);
  return refuse('decimal clause can only be used on integers', arg);
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
  const words = 'only integers, byte buffers, and strings can be formatted as hex';
  return inBase(16, arg) ?? refuse(words, arg);
}

const SPECIAL: ReadonlyMap<Result, number> = new Map<Result, number>([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]);

function formatDouble({ verb, precision }: Clause, arg: Result, options: TextFormatOptions) {
  const value = typeof arg === 'number' ? arg : SPECIAL.get(arg);
  const name = verb === 'f' ? 'fixed-point' : 'scientific';
  if (value === undefined) return refuse(`${name} clause can only be used on doubles`, arg);
  // Go's formats take no larger number.
  if (precision > 10_000_009n) return '%!(NOVERB)';
  const number = Number(precision);
  return verb === 'f'
    ? groupedFixedPoint(value, number)
    : scientific(value, number, options.exponentGap);
}

function formatString(arg: Result): Formatted {
  if (arg === null) return 'null';
  if (arg instanceof ListValue || arg instanceof MapValue) {
    return resolveText(collectionText(arg, new NestedTexts()));
  }
  if (isPlain(arg)) return plainText(arg);
  return refuse(
    'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
    arg,
  );
}

/** Whether a value is written as `string(value)`. */
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

function plainText(arg: Result): Formatted {
  if (arg instanceof TypeValue) return arg.name;
  const text = arg instanceof ErrorValue ? arg : toStringValue(arg);
  if (typeof text === 'string') return text;
  const message = text instanceof ErrorValue ? text.message : '';
  return new FormatFailure(`could not convert argument ${goQuote(message)} to string`);
}

type Literal = string | NestedText<FormatFailure> | FormatFailure;

type KnownTexts = NestedTexts<ListValue | MapValue, FormatFailure>;

function collectionText(value: ListValue | MapValue, known: KnownTexts): NestedText<FormatFailure> {
  return known.of(value, () =>
    value instanceof ListValue
      ? new NestedText(elementTexts(value, known), (texts) => `[${texts.join(', ')}]`)
      : mapText(value, known),
  );
}

function mapText(map: MapValue, known: KnownTexts): NestedText<FormatFailure> {
  return new NestedText(entryTexts(map, known), (texts) => {
    const entries: { readonly key: string; readonly text: string }[] = [];
    for (let index = 0; index < texts.length; index += 2) {
      const key = texts[index] ?? '';
      entries.push({ key, text: `${key}:${texts[index + 1] ?? ''}` });
    }
    entries.sort((a, b) => compareStrings(a.key, b.key));
    return `{${entries.map(({ text }) => text).join(', ')}}`;
  });
}

function* elementTexts(list: ListValue, known: KnownTexts): Iterable<Literal> {
  for (const element of list) yield literalText(element, known);
}

/** The texts of each key and its value, in turn. */
function* entryTexts(map: MapValue, known: KnownTexts): Iterable<Literal> {
  for (const key of map.keys()) {
    yield isKey(key)
      ? literalText(key, known)
      : new FormatFailure(`no formatting function for map key of type ${typeName(key)}`);
    yield literalText(map.find(key) ?? null, known);
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

/** A value in a list or map, as it is written in CEL. */
function literalText(value: Result, known: KnownTexts): Literal {
  if (typeof value === 'number') {
    const text = fixedPoint(value, Number(DEFAULT_PRECISION));
    return Number.isFinite(value) ? text : goQuote(text);
  }
  if (value instanceof ListValue || value instanceof MapValue) return collectionText(value, known);
  if (value === null) return 'null';
  if (!isPlain(value)) {
    return new FormatFailure(`no formatting function for ${typeName(value)}`);
  }
  const text = plainText(value);
  if (text instanceof FormatFailure) return text;
  if (typeof value === 'string') return goQuote(text);
  if (value instanceof Uint8Array) return `b${goQuote(text)}`;
  if (value instanceof Timestamp) return `timestamp(${goQuote(text)})`;
  return value instanceof Duration ? `duration(${goQuote(text)})` : text;
}
