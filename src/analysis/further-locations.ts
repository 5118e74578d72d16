import type { Field } from '../rule/field.ts';
import type { RelatedSpan, Side } from '../rule/location.ts';

/** How many further locations of a finding are shown; the others are counted. */
const MOST_SHOWN = 5;

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
  const more = others.length - MOST_SHOWN;
  return others.slice(0, MOST_SHOWN).map((field, index) => ({
    span: field.location(side).span,
    message:
      index === MOST_SHOWN - 1 && more > 0
        ? `the same here, and at ${more} more locations`
        : 'the same here',
  }));
}
