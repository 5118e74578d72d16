/**
 * A text in lower case as Go's `strings.ToLower` gives it: letter by letter. JavaScript makes two
 * characters of the Turkish capital I with a dot, where Go makes a plain i.
 */
export function toLower(text: string): string {
  return text.replace(/\u0130/g, 'i').toLowerCase();
}
