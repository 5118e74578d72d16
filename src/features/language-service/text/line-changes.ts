import type { Finding } from '../../../result/finding.ts';

/**
 * Moves findings of a text to where their lines are in its next version. Findings on lines that have changed are left
 * out.
 *
 * @param before the text of the findings
 * @param after the next version
 */
export function movedFindings(
  findings: readonly Finding[],
  before: string,
  after: string,
): readonly Finding[] {
  if (before === after) return findings;
  const [old, current] = [linesOf(before), linesOf(after)];
  const shortest = Math.min(old.length, current.length);
  let same = 0;
  while (same < shortest && old[same] === current[same]) same++;
  let sameAtEnd = 0;
  while (
    sameAtEnd < shortest - same &&
    old[old.length - 1 - sameAtEnd] === current[current.length - 1 - sameAtEnd]
  ) {
    sameAtEnd++;
  }
  const by = current.length - old.length;
  return findings.flatMap((finding) => {
    const { line, endLine } = finding;
    if (endLine <= same) return [finding];
    if (line <= old.length - sameAtEnd) return [];
    return [{ ...finding, line: line + by, endLine: endLine + by }];
  });
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\n|\r/);
}
