import type { PathSegmentProblem } from '../../server/kubernetes/formats/path-segment.ts';

/** What is wrong with a name that must be a segment of a URL path, as a clause that follows a colon. */
export const PATH_SEGMENT_PROBLEMS: Readonly<Record<PathSegmentProblem, string>> = {
  dot: "'.' and '..' have a special meaning in a URL path",
  slash: "it contains '/'",
  percent: "it contains '%'",
};
