/** Tells whether a text is empty or nothing but white space, as the server's `strings.TrimSpace` sees it. */
export function isBlank(text: string): boolean {
  return trimSpace(text) === '';
}

/** The text without white space at its ends, as Go's `strings.TrimSpace` gives it. */
export function trimSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isWhiteSpace(text.charCodeAt(start))) start++;
  while (end > start && isWhiteSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/**
 * The Unicode property White_Space, not what JavaScript's `trim` takes away. As code: a pattern of it takes longer
 * to compile than a small file to read.
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
