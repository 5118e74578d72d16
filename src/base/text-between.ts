/** The text after one text and before another: `b` in `a <b> c` for `<` and `>`. Undefined if one of them is absent. */
export function textBetween(text: string, before: string, after: string): string | undefined {
  const start = text.indexOf(before);
  if (start < 0) return undefined;
  const end = text.indexOf(after, start + before.length);
  return end < 0 ? undefined : text.slice(start + before.length, end);
}
