import type { PathSegmentProblem } from '../../kubernetes/formats/path-segment.ts';

/** What is wrong with a name that must fit into the path of a URL, in words that follow a colon. */
export const PATH_SEGMENT_PROBLEMS: Readonly<Record<PathSegmentProblem, string>> = {
  dot: 'it stands for a folder in a path',
  slash: 'it has a slash',
  percent: 'it has a percent sign',
};
