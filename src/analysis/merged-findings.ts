import { firstLocations } from '../result/first-locations.ts';
import type { Location } from '../rule/location.ts';

/** The number of other locations that are listed. The rest are counted. */
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
  const related = firstLocations(
    others,
    ({ location: { span } }) => ({ span, message }),
    MOST_LISTED,
  );
  const { location } = first;
  return { ...first, location: { ...location, related: [...location.related, ...related] } };
}
