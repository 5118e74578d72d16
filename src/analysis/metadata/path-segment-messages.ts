import type { PathSegmentProblem } from '../../server/kubernetes/formats/path-segment.ts';

/** The errors of a name that must be a segment of a URL path, as clauses that follow a colon. */
export const PATH_SEGMENT_PROBLEMS: Readonly<Record<PathSegmentProblem, string>> = {
  dot: "'.' and '..' have a special meaning in a URL path",
  slash: "it contains '/'",
  percent: "it contains '%'",
};
