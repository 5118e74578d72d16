/** The words of a text, for long lists of values without white space. */
export function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
