/**
 * Whether Go prints all of a text as it stands (`unicode.IsPrint`): letters, marks, numbers, punctuation, symbols and
 * the plain blank.
 */
export function isPrintable(text: string): boolean {
  // The classes take as long to compile as a small file to read, so they wait for a text that needs them.
  return /^[ -~]*$/.test(text) || /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u.test(text);
}
