import type { Location } from '../rule/location.ts';

/** How many of the other locations are listed; the rest are counted. */
const MOST_LISTED = 10;

/**
 * Merges what is found at several locations for one reason: returns the first in the file, with the locations of the
 * others as related locations; undefined if nothing is found.
 *
 * @param message says of a related location what it has in common with the first
 */
export function mergeFindings<T extends { readonly location: Location }>(
  found: readonly T[],
  message: string,
): T | undefined {
  const [first, ...others] = found.toSorted(
    (a, b) => a.location.span.start - b.location.span.start,
  );
  if (first === undefined) return undefined;
  const listed = others.slice(0, MOST_LISTED);
  const rest = others.length - listed.length;
  const related = listed.map(({ location: { span } }, index) => ({
    span,
    message:
      rest > 0 && index === listed.length - 1 ? `${message}, and at ${rest} more places` : message,
  }));
  const { location } = first;
  return { ...first, location: { ...location, related: [...location.related, ...related] } };
}
