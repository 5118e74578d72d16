/**
 * A double with as few digits as tell it from all others, as Go's `%v` and `%g` write it: below 1e-4 and from
 * 1e6 on with an exponent, of two digits at least.
 */
export function shortestDecimal(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value < 0 ? '-Inf' : '+Inf';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const size = Math.abs(value);
  if (size >= 1e-4 && size < 1e6) return String(value);
  return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
}
