/**
 * Converts to lower case as Go's `strings.ToLower` does, one code point at a time. JavaScript converts the
 * capital I with a dot (U+0130) to two characters, Go to `i`; and JavaScript has a special final sigma.
 */
export function toLower(text: string): string {
  return text.replaceAll('\u0130', 'i').replaceAll('\u03a3', '\u03c3').toLowerCase();
}
