/** The number of locations of one kind that are shown with a finding. The others are counted. */
const MOST_SHOWN = 5;

/**
 * The first of many locations of a finding. The message of the last one tells the number of the others.
 *
 * @param most the number of locations that are shown
 */
export function firstLocations<T, L extends { readonly message: string }>(
  items: readonly T[],
  locate: (item: T) => L,
  most = MOST_SHOWN,
): readonly L[] {
  const shown = items.slice(0, most).map(locate);
  const more = items.length - most;
  const last = more > 0 ? shown.pop() : undefined;
  if (last === undefined) return shown;
  const others = `${more} more location${more === 1 ? '' : 's'}`;
  return [...shown, { ...last, message: `${last.message}, and at ${others}` }];
}
