/**
 * Reports whether all characters are printable for Go (`unicode.IsPrint`): letters, marks, numbers, punctuation,
 * symbols and the ASCII space.
 */
export function isPrintable(text: string): boolean {
  // Compiling the Unicode classes takes as long as reading a small file, so ASCII is tested first.
  return /^[ -~]*$/.test(text) || /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u.test(text);
}
