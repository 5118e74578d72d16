import { firstLocations } from '../result/first-locations.ts';
import type { Field } from '../rule/field.ts';
import type { RelatedSpan, Side } from '../rule/location.ts';

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
