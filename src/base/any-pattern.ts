/** A pattern that finds each text that one of several patterns finds. Their flags do not count. */
export function anyPattern(patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'));
}
