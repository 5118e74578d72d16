/**
 * A double with as few digits as tell it from all others, as Go's `strconv` writes it: below 1e-4 and from a
 * power of ten on with an exponent of two digits at least.
 *
 * @param firstPower the power from which on there is an exponent: 6 for `%g` of `strconv` and 21 for `%v`
 */
export function shortestDecimal(value: number, firstPower: 6 | 21): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value < 0 ? '-Inf' : '+Inf';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const size = Math.abs(value);
  if (size >= 1e-4 && size < (firstPower === 6 ? 1e6 : 1e21)) return String(value);
  return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
}
