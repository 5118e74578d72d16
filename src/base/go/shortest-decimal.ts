/**
 * Formats a double as Go's `%v` and `%g` do: with the fewest digits that identify it, and with an exponent
 * of at least two digits if the value is below 1e-4 or at least 1e6.
 */
export function shortestDecimal(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value < 0 ? '-Inf' : '+Inf';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const size = Math.abs(value);
  if (size >= 1e-4 && size < 1e6) return String(value);
  return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
}
