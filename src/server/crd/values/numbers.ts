import { INT64_MAX, INT64_MIN } from '../../../base/go/integers.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import { serverHas } from '../../kubernetes/server-changes.ts';
import type { StructuralSchema } from '../structural.ts';

const INT32 = { least: -(2 ** 31), most: 2 ** 31 - 1 };

/** The type that the server decodes a number as: an integer if it is written as one that fits into 64 bits. */
export function kindOfNumber(value: number | bigint, isFloat: boolean): 'integer' | 'number' {
  if (isFloat) return 'number';
  if (typeof value === 'bigint') return isInt64(value) ? 'integer' : 'number';
  return Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? 'integer' : 'number';
}

interface NumberFault {
  /** `format` where the range of the type itself is violated. */
  readonly keyword: 'format' | 'multipleOf' | 'maximum' | 'minimum';
  readonly reason: string;
  /** True if the server reports the problem for the whole value that it validates, wherever the number is. */
  readonly unnamed: boolean;
}

/**
 * Validates a number against the bounds of its schema.
 *
 * @param isInteger as `kindOfNumber` returns it: integers are compared with bounds that are truncated to integers
 * @param options.type the type of the schema if it has exactly one
 */
export function* checkNumber(
  value: number | bigint,
  isInteger: boolean,
  schema: StructuralSchema,
  options: { readonly minor: Minor; readonly type: string | undefined; readonly format: string },
): Iterable<NumberFault> {
  const { multipleOf, maximum, minimum } = schema;
  const range = rangeOf(options);
  if (!isInRange(value, range)) {
    yield { keyword: 'format', reason: `it is not a ${range.name}`, unnamed: true };
  }
  for (const [keyword, bound, fits, requirement] of [
    ['multipleOf', multipleOf, fitsMultiple, () => 'a multiple of'],
    ['maximum', maximum, fitsMaximum, maximumRequirement],
    ['minimum', minimum, fitsMinimum, minimumRequirement],
  ] as const) {
    if (bound === undefined) continue;
    const isBoundFit = isInRange(Number(bound), range);
    if (!isBoundFit) {
      const reason = `${keyword} ${bound} of its schema is not a ${range.name}`;
      yield { keyword, reason, unnamed: true };
    }
    const asIntegers = isInteger && isBoundFit;
    if (!fits(value, Number(bound), asIntegers, schema)) {
      const reason = `it must be ${requirement(schema)} ${bound}`;
      yield { keyword, reason, unnamed: false };
    }
  }
}

interface NumberRange {
  readonly name: string;
  readonly holds: (value: number | bigint) => boolean;
}

const ANY: NumberRange = { name: 'number', holds: () => true };

/** The range that type and format of the schema allow. */
function rangeOf({
  minor,
  type,
  format,
}: {
  readonly minor: Minor;
  readonly type: string | undefined;
  readonly format: string;
}): NumberRange {
  if (!serverHas('numeric-format-ranges', minor)) return ANY;
  if (type === 'integer') {
    return format === 'int32'
      ? { name: '32-bit integer', holds: isInt32 }
      : { name: '64-bit integer', holds: isInt64 };
  }
  return type === 'number' && format === 'float' ? { name: '32-bit float', holds: isFloat32 } : ANY;
}

function isInRange(value: number | bigint, range: NumberRange): boolean {
  return range.holds(value);
}

function isInt32(value: number | bigint): boolean {
  return isWhole(value) && value >= INT32.least && value <= INT32.most;
}

function isInt64(value: number | bigint): boolean {
  // The server formats a float and parses it again, so the smallest integer, as a float, is out of range.
  if (typeof value === 'number') return isWhole(value) && Math.abs(value) < 2 ** 63;
  return value >= INT64_MIN && value <= INT64_MAX;
}

function isFloat32(value: number | bigint): boolean {
  return Number.isFinite(Math.fround(Number(value)));
}

function isWhole(value: number | bigint): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}

function fitsMaximum(
  value: number | bigint,
  bound: number,
  asIntegers: boolean,
  { exclusiveMaximum }: StructuralSchema,
): boolean {
  const most = asIntegers ? cut(bound) : bound;
  const number = asIntegers ? value : Number(value);
  return exclusiveMaximum === true ? number < most : number <= most;
}

function fitsMinimum(
  value: number | bigint,
  bound: number,
  asIntegers: boolean,
  { exclusiveMinimum }: StructuralSchema,
): boolean {
  const least = asIntegers ? cut(bound) : bound;
  const number = asIntegers ? value : Number(value);
  return exclusiveMinimum === true ? number > least : number >= least;
}

function maximumRequirement({ exclusiveMaximum }: StructuralSchema): string {
  return exclusiveMaximum === true ? 'less than' : 'at most';
}

function minimumRequirement({ exclusiveMinimum }: StructuralSchema): string {
  return exclusiveMinimum === true ? 'greater than' : 'at least';
}

function fitsMultiple(value: number | bigint, bound: number, asIntegers: boolean): boolean {
  if (asIntegers) {
    const factor = cut(bound);
    return factor > 0n && BigInt(value) % factor === 0n;
  }
  if (bound <= 0) return false;
  const times = bound < 1 ? (1 / bound) * Number(value) : Number(value) / bound;
  return isJsonInteger(times);
}

/** Truncates a bound to a 64-bit integer as Go does; the smallest integer if it does not fit. */
function cut(bound: number): bigint {
  const whole = Number.isFinite(bound) ? BigInt(Math.trunc(bound)) : INT64_MIN;
  return whole >= INT64_MIN && whole <= INT64_MAX ? whole : INT64_MIN;
}

/**
 * Reports whether the server accepts a float as an integer: it is at most 2^53 in magnitude, and close to an integer.
 */
export function isJsonInteger(value: number): boolean {
  if (!Number.isFinite(value) || value < -(2 ** 53) || value > 2 ** 53 - 1) return false;
  const whole = Math.trunc(value);
  if (value === whole) return true;
  // Go converts negative fractions to huge unsigned integers, which are not close to the fraction.
  if (whole === 0 || value < 0) return false;
  return (value - whole) / (value + whole) < 1e-9;
}
