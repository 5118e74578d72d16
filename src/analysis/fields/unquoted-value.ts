/**
 * The value of a string without its quotes.
 *
 * @param written the text with the quotes
 * @returns undefined for text that is neither true, false nor an integer, and for a number that YAML reads as another
 * one
 */
export function unquotedValue(written: string): number | boolean | undefined {
  const quote = written.charAt(0);
  if ((quote !== '"' && quote !== "'") || written.at(-1) !== quote) return undefined;
  const text = written.slice(1, -1);
  if (text === 'true' || text === 'false') return text === 'true';
  const value = Number(text);
  return Number.isSafeInteger(value) && String(value) === text ? value : undefined;
}
