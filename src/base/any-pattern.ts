/** A pattern that finds each text that one of several patterns finds. It has none of their flags. */
export function anyPattern(patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'));
}
