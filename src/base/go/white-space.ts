/** Reports whether a string is empty after Go's `strings.TrimSpace`. */
export function isBlank(text: string): boolean {
  return trimSpace(text) === '';
}

/** Removes leading and trailing white space as Go's `strings.TrimSpace` does. */
export function trimSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start++;
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/**
 * The Unicode property White_Space, which differs from what JavaScript's `trim` removes (U+FEFF, U+0085). Not a
 * regular expression, because compiling one takes longer than reading a small file.
 */
function isWhiteSpace(code: number): boolean {
  if (code < 0x1680) {
    return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0x85 || code === 0xa0;
  }
  return (
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}
