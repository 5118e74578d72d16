import { isBuiltInGroup } from '../../server/kubernetes/kinds.ts';
import type { ResourceRuleField } from './request-filters.ts';

/**
 * Reports whether some request may match both of two resource rules. Neither versions nor groups of Kubernetes are
 * compared. With `matchPolicy: Equivalent`, a rule also matches requests for other versions and groups in which the
 * same objects are served.
 */
export function mayOverlap(one: ResourceRuleField, other: ResourceRuleField): boolean {
  return (
    share(one.get('operations').value, other.get('operations').value, equalOrAny) &&
    share(one.get('apiGroups').value, other.get('apiGroups').value, mayBeEquivalent) &&
    share(one.get('resources').value, other.get('resources').value, mayBeSameResource)
  );
}

/**
 * Reports whether two lists may have a common entry. A pruned or absent list is not known, so it may match anything.
 */
function share(
  ones: readonly string[] | undefined,
  others: readonly string[] | undefined,
  mayMatch: (one: string, other: string) => boolean,
): boolean {
  if (ones === undefined || others === undefined) return true;
  return ones.some((one) => others.some((other) => mayMatch(one, other)));
}

function equalOrAny(one: string, other: string): boolean {
  return one === other || one === '*' || other === '*';
}

function mayBeEquivalent(one: string, other: string): boolean {
  return equalOrAny(one, other) || (isBuiltInGroup(one) && isBuiltInGroup(other));
}

/** Reports whether two entries of `resources` may match the same resource and subresource. */
function mayBeSameResource(one: string, other: string): boolean {
  const [resource = '', subresource = ''] = one.split('/');
  const [otherResource = '', otherSubresource = ''] = other.split('/');
  return equalOrAny(resource, otherResource) && equalOrAny(subresource, otherSubresource);
}
