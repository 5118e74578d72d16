/** Reports whether a number is a multiple of another one, as they are written in decimals. */
export function isMultipleOf(value: number | bigint, divisor: number | bigint): boolean {
  const [dividend, by] = [decimalOf(value), decimalOf(divisor)];
  const places = Math.max(dividend.places, by.places);
  const scaled = (one: Decimal) => one.digits * 10n ** BigInt(places - one.places);
  return scaled(dividend) % scaled(by) === 0n;
}

/** A number as an integer and the number of its decimal places, which is negative for large numbers. */
interface Decimal {
  readonly digits: bigint;
  readonly places: number;
}

function decimalOf(value: number | bigint): Decimal {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), places: fraction.length - Number(exponent) };
}
