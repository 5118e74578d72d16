/** Tells whether a text is empty or nothing but white space, as the server's `strings.TrimSpace` sees it. */
export function isBlank(text: string): boolean {
  return /^\p{White_Space}*$/u.test(text);
}

/** The text without white space at its ends, as Go's `strings.TrimSpace` gives it. */
export function trimSpace(text: string): string {
  // The Unicode property, not what JavaScript's `trim` takes away; compiled only when it is needed.
  const space = /\p{White_Space}/u;
  let start = 0;
  let end = text.length;
  while (start < end && space.test(text.charAt(start))) start++;
  while (end > start && space.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
