import { segmentsOfFieldPath } from '../../base/field-path.ts';
import { headLocation, type Location, locationAt, locationWithin } from '../../rule/location.ts';
import type { AcceptedPolicyPart } from './opened-object.ts';

/** The policy of a kind and name; of several, the one that is in effect. */
export function policyPart(
  parts: readonly AcceptedPolicyPart[],
  kind: string,
  name: string,
): AcceptedPolicyPart | undefined {
  return parts.findLast(
    ({ resource }) => resource.kind === kind && resource.root.value?.metadata?.name === name,
  );
}

/**
 * The location of an expression of a policy, or of a part of it. Without a field, the location of the policy as a
 * whole.
 *
 * @param field the field, such as `spec.validations[0].expression`
 * @param range the range in the text of the expression, in UTF-16 code units
 */
export function expressionLocation(
  { resource }: AcceptedPolicyPart,
  field: string | undefined,
  range?: { readonly from: number; readonly to: number },
): Location {
  const { origin } = resource;
  if (field === undefined) return headLocation(origin, null);
  const path = [...origin.path, ...segmentsOfFieldPath(field)];
  return range === undefined
    ? locationAt(origin, path, field)
    : locationWithin(origin, path, field, range.from, range.to);
}
