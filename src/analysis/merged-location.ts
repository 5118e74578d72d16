import type { Location } from '../rule/location.ts';

/** How many of the other locations are listed; the rest are counted. */
const MOST_LISTED = 10;

/**
 * Makes one location of several that one finding is about: the first in the file, with the others as related locations.
 *
 * @param message what the other locations have in common with the first
 */
export function mergedLocation(
  locations: readonly Location[],
  message: string,
): Location | undefined {
  const [first, ...others] = locations.toSorted((a, b) => a.span.start - b.span.start);
  if (first === undefined) return undefined;
  const listed = others.slice(0, MOST_LISTED);
  const rest = others.length - listed.length;
  const related = listed.map(({ span }, index) => ({
    span,
    message:
      rest > 0 && index === listed.length - 1 ? `${message}, and at ${rest} more places` : message,
  }));
  return { ...first, related: [...first.related, ...related] };
}
