/**
 * The Kubernetes minors that kubeadmit knows, oldest first. Facts that came or went with a minor
 * carry `since` and `until` instead of being copied for each.
 */
export const MINORS = ['1.30', '1.31', '1.32', '1.33', '1.34', '1.35', '1.36'] as const;

/** A supported Kubernetes minor, such as `1.36`. */
export type Minor = (typeof MINORS)[number];

type Last<T extends readonly unknown[]> = T extends readonly [...unknown[], infer L] ? L : never;

/** The minor that is meant when none is chosen. */
export const NEWEST_MINOR: Last<typeof MINORS> = '1.36';

/** When a fact holds: from `since` (from the start where absent) to `until` (inclusive; still where absent). */
export interface MinorRange {
  readonly since?: Minor;
  readonly until?: Minor;
}

/** Orders two minors: negative when `a` is the older one. */
export function compareMinors(a: Minor, b: Minor): number {
  return MINORS.indexOf(a) - MINORS.indexOf(b);
}

/** Tells whether a fact holds in a minor. */
export function holdsIn(range: MinorRange, minor: Minor): boolean {
  return (
    (range.since === undefined || compareMinors(range.since, minor) <= 0) &&
    (range.until === undefined || compareMinors(minor, range.until) <= 0)
  );
}

/**
 * Reads a version as people write it: `1.33`, `v1.33`, `1.33.4`, `v1.33.4-eks-1`, or a range
 * `1.31..1.36`. Returns the minors it names, oldest first, or undefined where one is not known or
 * the range is empty.
 */
export function parseMinors(text: string): readonly Minor[] | undefined {
  const ends = text.split('..').map(parseMinor);
  const first = ends[0];
  const last = ends[ends.length - 1];
  if (ends.length > 2 || first === undefined || last === undefined) return undefined;
  const minors = MINORS.slice(MINORS.indexOf(first), MINORS.indexOf(last) + 1);
  return minors.length > 0 ? minors : undefined;
}

function parseMinor(text: string): Minor | undefined {
  const version = /^v?(\d+\.\d+)(\.\d+)?([-+].*)?$/.exec(text.trim())?.[1];
  return MINORS.find((minor) => minor === version);
}
