/**
 * JSON as Go's `encoding/json` writes it: some characters of HTML and of JavaScript are escaped.
 *
 * @param json a text without white space between its values
 */
export function asGoJson(json: string): string {
  return json.replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
