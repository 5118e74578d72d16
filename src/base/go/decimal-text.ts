/** `golang.org/x/text` keeps the precision in a uint8 and the width in a uint16, so larger ones wrap around. */
const PRECISION_RANGE = 256;
const WIDTH_RANGE = 65_536;

/** Formats a double with a number of digits after the decimal point, as Go's `%.2f` does. */
export function fixedPoint(value: number, precision: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value < 0 ? '-Inf' : '+Inf';
  const isNegative = value < 0 || Object.is(value, -0);
  const digits = String(scaled(Math.abs(value), precision)).padStart(precision + 1, '0');
  const whole = digits.slice(0, digits.length - precision);
  const fraction = precision === 0 ? '' : `.${digits.slice(-precision)}`;
  return `${isNegative ? '-' : ''}${whole}${fraction}`;
}

/**
 * Like {@link fixedPoint}, with commas between groups of three digits.
 *
 * Source: the formats of `golang.org/x/text/message` for the locale `en_US`.
 */
export function groupedFixedPoint(value: number, precision: number): string {
  const special = nonFinite(value);
  if (special !== undefined) return special;
  // Negative zero is written without its sign.
  const text = fixedPoint(value === 0 ? 0 : value, precision % PRECISION_RANGE);
  const [whole = '', ...fraction] = text.split('.');
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, ','), ...fraction].join('.');
}

/**
 * Formats a double with seven digits and a power of ten, such as `1.500000×10⁰³`.
 *
 * Source: the formats of `golang.org/x/text/message` for the locale `en_US`. The server passes the precision of the
 * clause as the width of the result.
 *
 * @param gap the white space on both sides of the multiplication sign
 */
export function scientific(value: number, width: number, gap: string): string {
  return (nonFinite(value) ?? power(value, gap)).padStart(width % WIDTH_RANGE, ' ');
}

function nonFinite(value: number): string | undefined {
  if (Number.isNaN(value)) return 'NaN';
  if (Number.isFinite(value)) return undefined;
  return value < 0 ? '-∞' : '∞';
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const DIGITS_AFTER_POINT = 6;

function power(value: number, gap: string): string {
  const size = Math.abs(value);
  let exponent = size === 0 ? 0 : Number(size.toExponential(20).split('e')[1]);
  let digits = String(scaled(size, DIGITS_AFTER_POINT - exponent));
  if (digits.length > DIGITS_AFTER_POINT + 1) {
    digits = digits.slice(0, -1);
    exponent++;
  }
  digits = digits.padEnd(DIGITS_AFTER_POINT + 1, '0');
  const written = String(Math.abs(exponent)).padStart(2, '0');
  const raised = written.replace(/\d/g, (digit) => SUPERSCRIPTS.charAt(Number(digit)));
  const sign = exponent < 0 ? '⁻' : '';
  const mantissa = `${digits.slice(0, 1)}.${digits.slice(1)}`;
  return `${value < 0 ? '-' : ''}${mantissa}${gap}×${gap}10${sign}${raised}`;
}

/** A double times a power of ten, rounded half to even; exact until then. */
function scaled(value: number, powerOfTen: number): bigint {
  const { mantissa, exponent } = binary(value);
  let numerator = mantissa;
  let denominator = 1n;
  if (powerOfTen >= 0) numerator *= 10n ** BigInt(powerOfTen);
  else denominator *= 10n ** BigInt(-powerOfTen);
  if (exponent >= 0) numerator <<= BigInt(exponent);
  else denominator <<= BigInt(-exponent);
  const quotient = numerator / denominator;
  const rest = (numerator % denominator) * 2n;
  const isUp = rest > denominator || (rest === denominator && quotient % 2n === 1n);
  return isUp ? quotient + 1n : quotient;
}

/** Splits a non-negative double into an integer and a power of two (IEEE 754). */
function binary(value: number): { readonly mantissa: bigint; readonly exponent: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const fraction = bits & ((1n << 52n) - 1n);
  const exponent = Number(bits >> 52n);
  return exponent === 0
    ? { mantissa: fraction, exponent: -1074 }
    : { mantissa: fraction | (1n << 52n), exponent: exponent - 1075 };
}
