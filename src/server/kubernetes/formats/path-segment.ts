/** The reason why a name cannot be a segment of a URL path. */
export type PathSegmentProblem = 'dot' | 'slash' | 'percent';

/**
 * The server's errors about a name that must be a path segment: not `.` or `..`, and without `/` and `%`.
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#path-segment-names
 */
export function pathSegmentProblems(text: string): readonly PathSegmentProblem[] {
  if (text === '.' || text === '..') return ['dot'];
  const problems: PathSegmentProblem[] = [];
  if (text.includes('/')) problems.push('slash');
  if (text.includes('%')) problems.push('percent');
  return problems;
}
