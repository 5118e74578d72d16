/** Why a name cannot stand in the path of a URL. */
export type PathSegmentProblem = 'dot' | 'slash' | 'percent';

/**
 * What the server has against a name that must be a segment of a path: it is neither `.` nor `..`, and
 * has neither `/` nor `%`. One entry for each error that it gives.
 * https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#path-segment-names
 */
export function pathSegmentProblems(text: string): readonly PathSegmentProblem[] {
  if (text === '.' || text === '..') return ['dot'];
  const problems: PathSegmentProblem[] = [];
  if (text.includes('/')) problems.push('slash');
  if (text.includes('%')) problems.push('percent');
  return problems;
}
