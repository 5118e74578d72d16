/**
 * The value of a string without its quotes.
 *
 * @param written with the quotes
 * @returns undefined for what is neither true, false nor an integer, and for a number that YAML reads as another one
 */
export function unquotedValue(written: string): number | boolean | undefined {
  const [, double, single] = /^(?:"(.*)"|'(.*)')$/s.exec(written) ?? [];
  const text = double ?? single;
  if (text === 'true' || text === 'false') return text === 'true';
  const value = Number(text);
  return Number.isSafeInteger(value) && String(value) === text ? value : undefined;
}
