/**
 * A text in lower case as Go's `strings.ToLower` gives it: letter by letter. JavaScript makes two
 * characters of the Turkish capital I with a dot, where Go makes a plain i, and has another sigma for the end
 * of a word.
 */
export function toLower(text: string): string {
  return text.replaceAll('\u0130', 'i').replaceAll('\u03a3', '\u03c3').toLowerCase();
}
