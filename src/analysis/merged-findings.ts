import { firstLocations } from '../result/first-locations.ts';
import type { Location } from '../rule/location.ts';

/** The number of other locations that are listed. The rest are counted. */
const MOST_LISTED = 10;

/**
 * Merges findings at several locations that have one reason. Returns the first in the file, with the locations of the
 * others as related locations. Undefined if there are no findings.
 *
 * @param message the message of a related location, about its relation to the first
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
