import { firstLocations } from '../result/first-locations.ts';
import type { Field } from '../rule/field.ts';
import type { RelatedSpan, Side } from '../rule/location.ts';

/**
 * The related locations of a finding that is reported once although it is true for several fields.
 *
 * @param others the fields other than the one that the finding is reported at
 * @param side the part of each field that is shown: the key or, by default, the value
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
