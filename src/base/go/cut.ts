/**
 * The parts of a text before and after the first separator, as Go's `strings.Cut` returns them. The second part is
 * undefined if the separator does not occur.
 */
export function cut(
  text: string,
  separator: string,
): readonly [before: string, after: string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)];
}
