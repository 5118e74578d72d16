/**
 * Reports whether a path matches a pattern, as Go's `path.Match` does: `*` is any text within a segment, and `?` is any
 * character of a segment. The time is at most proportional to the product of their lengths.
 */
export function matchesGlob(pattern: string, path: string): boolean {
  const segments = path.split('/');
  const patterns = pattern.split('/');
  return (
    segments.length === patterns.length &&
    patterns.every((one, index) => matchesSegment(one, segments[index] ?? ''))
  );
}

/** Reports whether all of a text matches a pattern, in which `*` is any text, and `?` any character. */
export function matchesSegment(pattern: string, text: string): boolean {
  let inPattern = 0;
  let star = -1;
  let afterStar = 0;
  for (let inText = 0; inText < text.length; inText++) {
    const wanted = pattern[inPattern];
    if (wanted === '*') {
      star = inPattern++;
      afterStar = inText--;
    } else if (wanted === '?' || wanted === text[inText]) {
      inPattern++;
    } else if (star !== -1) {
      // The last `*` matches one character more.
      inPattern = star + 1;
      inText = afterStar++;
    } else {
      return false;
    }
  }
  return /^\**$/.test(pattern.slice(inPattern));
}
