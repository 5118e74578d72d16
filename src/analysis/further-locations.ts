import type { Field } from '../rule/field.ts';
import type { RelatedSpan, Side } from '../rule/location.ts';

/** How many locations of one kind are shown with a finding; the others are counted. */
const MOST_SHOWN = 5;

/**
 * The first of many locations of a finding; the message of the last one says how many more there are.
 *
 * @param most how many are shown
 * @param noun what the others are called
 */
export function firstLocations<T, L extends { readonly message: string }>(
  items: readonly T[],
  locate: (item: T) => L,
  { most = MOST_SHOWN, noun = 'location' } = {},
): readonly L[] {
  const shown = items.slice(0, most).map(locate);
  const more = items.length - most;
  const last = more > 0 ? shown.pop() : undefined;
  if (last === undefined) return shown;
  const others = `${more} more ${noun}${more === 1 ? '' : 's'}`;
  return [...shown, { ...last, message: `${last.message}, and at ${others}` }];
}

/**
 * The related locations of a finding that is reported once although it holds for several fields.
 *
 * @param others the fields besides the one that the finding is reported at
 * @param side whether the key or the value of each field is shown; the value by default
 */
export function furtherLocations(
  others: readonly Field[],
  side: Side = 'value',
): readonly RelatedSpan[] {
  return firstLocations(others, (field) => ({
    span: field.location(side).span,
    message: 'the same here',
  }));
}
