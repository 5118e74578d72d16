/** Digits after the point are counted in a byte, and places of a number in two. */
const PRECISION_RANGE = 256;
const WIDTH_RANGE = 65_536;

/** A double with so many digits after the point, as Go's `%.2f` writes it. */
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
 * The same with commas between thousands, as people write in English.
 *
 * Source: the formats of `golang.org/x/text/message` for the locale `en_US`.
 */
export function groupedFixedPoint(value: number, precision: number): string {
  const special = specialText(value);
  if (special !== undefined) return special;
  // Zero has no sign here.
  const text = fixedPoint(value === 0 ? 0 : value, precision % PRECISION_RANGE);
  const [whole = '', ...fraction] = text.split('.');
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, ','), ...fraction].join('.');
}

/**
 * A double with seven digits and a power of ten, such as `1.500000×10⁰³`. What is called the precision of the
 * clause is taken for the width of the whole.
 *
 * Source: as before.
 */
export function scientific(value: number, width: number, gap: string): string {
  return (specialText(value) ?? power(value, gap)).padStart(width % WIDTH_RANGE, ' ');
}

function specialText(value: number): string | undefined {
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

/** A double times a power of ten as a whole number: exact but for the last rounding, half to even. */
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

/** A double that is not negative as a whole number times a power of two (IEEE 754). */
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
