import { segmentsOfFieldPath } from '../../base/field-path.ts';
import { headLocation, type Location, locationAt, locationWithin } from '../../rule/location.ts';
import type { AcceptedPolicyPart } from './opened-object.ts';

/** Policies by their kind and name; of several, the one that is in effect. */
export function policiesByName(
  parts: readonly AcceptedPolicyPart[],
): (kind: string, name: string) => AcceptedPolicyPart | undefined {
  const byName = new Map(
    parts.map((part) => {
      const { kind, root } = part.resource;
      return [`${kind} ${root.value?.metadata?.name}`, part];
    }),
  );
  return (kind, name) => byName.get(`${kind} ${name}`);
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
