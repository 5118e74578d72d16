import { INT64_MAX, INT64_MIN } from '../../../base/go/integers.ts';
import { trimSpace } from '../../../base/go/white-space.ts';
import type { Quantity } from '../types.generated.ts';

/** The notation of a quantity, which the server keeps when it formats the value. */
export type QuantityNotation = 'decimal' | 'binary' | 'exponent';

/** The exact value of a quantity: `unscaled` times ten to the power of `exponent`. */
export interface QuantityValue {
  readonly unscaled: bigint;
  readonly exponent: number;
  readonly notation: QuantityNotation;
  /** True if the server keeps the quantity in 64 bits, which determines the result of an overflow. */
  readonly fitsInt64: boolean;
}

const NANO = -9;
const MILLI = -3;
/** The server uses its fast path, with 64-bit numbers, up to this many digits. */
const MAX_FAST_DIGITS = 18;
/** Amounts with larger exponents are not written out (the server would run out of memory). */
const MAX_RESCALING = 1000;

/** When scaling by these powers of ten, the server does not detect that a 64-bit number overflows. */
const WRAPPING_DISTANCES: readonly number[] = [1, 2, 3, 6, 9];

const SHAPE = /^([+-]?)(\d*)\.?(\d*)(.*)/s;
const DECIMAL_SUFFIXES: ReadonlyMap<string, number> = new Map(
  Object.entries({ n: -9, u: -6, m: -3, '': 0, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 }),
);
const BINARY_SUFFIXES: ReadonlyMap<string, number> = new Map(
  Object.entries({ Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 }),
);

/**
 * Parses a valid quantity ({@link quantityProblem} finds the others). Digits after the ninth decimal place are rounded
 * away from zero. https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export function parseQuantity(quantity: Quantity): QuantityValue {
  const [, sign = '', whole = '', fraction = '', suffix = ''] =
    SHAPE.exec(trimSpace(String(quantity))) ?? [];
  const digits = BigInt(`0${whole}${fraction}`);
  const shift = BINARY_SUFFIXES.get(suffix);
  const notation = shift !== undefined ? 'binary' : notationOf(suffix);
  const exponent = (shift === undefined ? powerOf(suffix) : 0) - fraction.length;
  const shortDigits = Math.max(1, whole.replace(/^0+/, '').length) + fraction.length;
  const isShort =
    shift === undefined
      ? shortDigits <= MAX_FAST_DIGITS && exponent >= NANO
      : fraction === '' && shortDigits + (shift * 3) / 10 <= 14;
  let magnitude = digits << BigInt(shift ?? 0);
  const negative = sign === '-';
  if (isShort) {
    return { unscaled: negative ? -magnitude : magnitude, exponent, notation, fitsInt64: true };
  }
  let scale = exponent;
  if (magnitude !== 0n) {
    magnitude = rescaleAway(magnitude, exponent, NANO);
    scale = resultingExponent(exponent, NANO);
    // The server limits binary amounts.
    if (notation === 'binary' && magnitude > rescaleAway(INT64_MAX, 0, NANO)) {
      magnitude = INT64_MAX;
      scale = 0;
    }
  }
  const unscaled = negative ? -magnitude : magnitude;
  return { unscaled, exponent: scale, notation, fitsInt64: false };
}

/**
 * Reports whether the server writes a quantity as it was given, because it considers it canonical. This includes `+1`
 * and `1.500`.
 *
 * Source: `ParseQuantity` in `pkg/api/resource/quantity.go` of apimachinery.
 */
export function keepsNotation(quantity: Quantity): boolean {
  if (!parseQuantity(quantity).fitsInt64) return false;
  const [, , whole = '', fraction = '', suffix = ''] =
    SHAPE.exec(trimSpace(String(quantity))) ?? [];
  const digits = `${whole.replace(/^0+/, '') || '0'}${fraction}`;
  if (BINARY_SUFFIXES.has(suffix)) return BigInt(digits) % 8n !== 0n;
  const exponent = powerOf(suffix) - fraction.length;
  return exponent % 3 === 0 && !digits.endsWith('000') && !digits.startsWith('0');
}

function notationOf(suffix: string): QuantityNotation {
  return DECIMAL_SUFFIXES.get(suffix) === undefined ? 'exponent' : 'decimal';
}

/** The power of ten of a suffix. The server truncates the exponent of `e...` to 32 bits. */
function powerOf(suffix: string): number {
  const known = DECIMAL_SUFFIXES.get(suffix);
  if (known !== undefined) return known;
  return Number(BigInt.asIntN(32, BigInt(suffix.slice(1).replace('+', ''))));
}

/** Rounds away from zero to three decimal places, as the defaulting of core kinds does. */
export function roundUpToMilli(value: QuantityValue): QuantityValue {
  if (value.fitsInt64 && value.exponent >= MILLI) return value;
  return {
    ...value,
    unscaled: rescaleAway(value.unscaled, value.exponent, MILLI),
    exponent: resultingExponent(value.exponent, MILLI),
  };
}

/** Scales a number to another exponent, rounding away from zero. */
function rescaleAway(unscaled: bigint, from: number, to: number): bigint {
  if (from > MAX_RESCALING || unscaled === 0n) return unscaled;
  if (from >= to) return unscaled * 10n ** BigInt(from - to);
  if (to - from > unscaled.toString().length) return unscaled < 0n ? -1n : 1n;
  const divisor = 10n ** BigInt(to - from);
  const quotient = unscaled / divisor;
  if (unscaled % divisor === 0n) return quotient;
  return unscaled < 0n ? quotient - 1n : quotient + 1n;
}

function resultingExponent(from: number, to: number): number {
  return from > MAX_RESCALING ? from : to;
}

/** Orders two amounts exactly: negative if `a` is smaller. */
export function compareQuantities(a: QuantityValue, b: QuantityValue): number {
  const sign = signOf(a.unscaled);
  if (sign !== signOf(b.unscaled)) return sign < signOf(b.unscaled) ? -1 : 1;
  if (sign === 0) return 0;
  const magnitudes = orderOfMagnitude(a) - orderOfMagnitude(b);
  if (magnitudes !== 0) return Math.sign(magnitudes) * sign;
  // The magnitudes are equal, so the exponents differ by at most the number of digits.
  const common = Math.min(a.exponent, b.exponent);
  const difference =
    a.unscaled * 10n ** BigInt(a.exponent - common) -
    b.unscaled * 10n ** BigInt(b.exponent - common);
  return signOf(difference);
}

/** -1, 0 or 1. */
export function signOfQuantity(value: QuantityValue): number {
  return signOf(value.unscaled);
}

function signOf(value: bigint): number {
  return value === 0n ? 0 : value < 0n ? -1 : 1;
}

/** The number of digits before the decimal point. */
function orderOfMagnitude({ unscaled, exponent }: QuantityValue): number {
  return (unscaled < 0n ? -unscaled : unscaled).toString().length + exponent;
}

/**
 * The amount in units or thousandths as the server's `Value` and `MilliValue` return it: rounded up, as a 64-bit
 * integer. On overflow the result is wrong (zero, or the lowest 64 bits), and so are the checks that use it.
 */
export function toInt64(value: QuantityValue, unit: 'units' | 'thousandths'): bigint {
  const target = unit === 'units' ? 0 : MILLI;
  const { unscaled, exponent, fitsInt64 } = value;
  const distance = exponent - target;
  if (unscaled === 0n) return 0n;
  if (fitsInt64) {
    if (distance <= 0) return rescaleAway(unscaled, exponent, target);
    // Any 64-bit number overflows after 19 digits.
    const scaled = unscaled * 10n ** BigInt(Math.min(distance, 20));
    const kept = BigInt.asIntN(64, scaled);
    return kept === scaled || WRAPPING_DISTANCES.includes(distance) ? kept : 0n;
  }
  if (distance === 0) return BigInt.asIntN(64, unscaled);
  if (distance > 0) {
    // In Go, powers of ten beyond 64 bits become the smallest integer.
    const factor = distance < 19 ? 10n ** BigInt(distance) : INT64_MIN;
    return BigInt.asIntN(64, BigInt.asIntN(64, unscaled) * factor);
  }
  const divisor = 10n ** BigInt(-distance);
  if (unscaled < INT64_MAX && -distance < 19) {
    const low = BigInt.asIntN(64, unscaled);
    return low / divisor + (low % divisor === 0n ? 0n : 1n);
  }
  const remainder = ((unscaled % divisor) + divisor) % divisor;
  return BigInt.asIntN(64, (unscaled - remainder) / divisor + (remainder === 0n ? 0n : 1n));
}

/**
 * Formats the amount as the server does: with the largest suffix of its notation that needs no
 * fraction (`2048Mi` becomes `2Gi`, `1.50` becomes `1500m`).
 */
export function formatQuantity(value: QuantityValue): string {
  const { unscaled, exponent, notation } = value;
  if (unscaled === 0n) return '0';
  if (notation === 'binary' && exponent <= MAX_RESCALING) {
    const whole = rescaleAway(unscaled, exponent, 0);
    const isExact = compareQuantities({ ...value, unscaled: whole, exponent: 0 }, value) === 0;
    if (isExact && (whole <= -1024n || whole >= 1024n)) return formatBinary(whole);
  }
  let mantissa = unscaled;
  let power = exponent;
  while (mantissa % 10n === 0n) {
    mantissa /= 10n;
    power++;
  }
  while (power % 3 !== 0) {
    mantissa *= 10n;
    power--;
  }
  const suffix = suffixOf(DECIMAL_SUFFIXES, power);
  if (power === 0) return `${mantissa}`;
  return notation === 'exponent' || suffix === undefined
    ? `${mantissa}e${power}`
    : `${mantissa}${suffix}`;
}

function formatBinary(whole: bigint): string {
  let mantissa = whole;
  let power = 0;
  while (mantissa % 1024n === 0n && power < 60) {
    mantissa /= 1024n;
    power += 10;
  }
  const suffix = suffixOf(BINARY_SUFFIXES, power);
  return `${mantissa}${suffix ?? ''}`;
}

function suffixOf(suffixes: ReadonlyMap<string, number>, power: number): string | undefined {
  for (const [suffix, of] of suffixes) if (of === power) return suffix;
  return undefined;
}
