/**
 * The Kubernetes minors that kubeadmit supports, oldest first. Facts that do not hold in all of
 * them have `since` and `until`, instead of a copy for each minor.
 */
export const MINORS = ['1.30', '1.31', '1.32', '1.33', '1.34', '1.35', '1.36', '1.37'] as const;

/** A supported Kubernetes minor, such as `1.33`. */
export type Minor = (typeof MINORS)[number];

type Last<T extends readonly unknown[]> = T extends readonly [...unknown[], infer L] ? L : never;

/** The default minor. */
export const NEWEST_MINOR: Last<typeof MINORS> = '1.37';

/** A range of minors, from `since` (default: the oldest) to `until` (inclusive; default: the newest). */
export interface MinorRange {
  readonly since?: Minor;
  readonly until?: Minor;
}

/** Orders two minors: negative if `a` is older. */
export function compareMinors(a: Minor, b: Minor): number {
  return MINORS.indexOf(a) - MINORS.indexOf(b);
}

/** The last of some minors, which are in their order; the default minor if there are none. */
export function newestOf(minors: readonly Minor[]): Minor {
  return minors.at(-1) ?? NEWEST_MINOR;
}

/** Reports whether a minor is newer than another one. The minors need not be supported. */
export function isAfter(minor: string, other: string): boolean {
  return Number(minor.replace('1.', '')) > Number(other.replace('1.', ''));
}

/** Reports whether a minor is in a range. */
export function holdsIn(range: MinorRange, minor: Minor): boolean {
  return (
    (range.since === undefined || compareMinors(range.since, minor) <= 0) &&
    (range.until === undefined || compareMinors(minor, range.until) <= 0)
  );
}

/**
 * Parses a version as users write it: `1.33`, `v1.33`, `1.33.4`, `v1.33.4-eks-1`, or a range such as `1.31..1.34`.
 * Returns the minors, oldest first; undefined if one is not supported or the range is empty.
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
  // The suffix of a minor is not a version: `1.30-1.37` is meant as a range.
  const version = /^v?(\d+\.\d+)(?:\.\d+(?:[-+].*)?|[-+](?!v?\d+\.\d).*)?$/.exec(text.trim())?.[1];
  return MINORS.find((minor) => minor === version);
}
