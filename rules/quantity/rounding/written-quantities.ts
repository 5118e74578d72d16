import type { Field } from '../../../src/rule/field.ts';
import { isOfKind, type Resource } from '../../../src/rule/resource.ts';
import type { Quantity } from '../../../src/server/kubernetes/types.generated.ts';

/** The fields of an item of a LimitRange with a quantity for each resource. */
const LIMITS = ['default', 'defaultRequest', 'max', 'maxLimitRequestRatio', 'min'] as const;

/** All quantities in the file for a LimitRange or ResourceQuota, without the defaults of the server. */
export function writtenQuantities(
  resource: Resource<'LimitRange' | 'ResourceQuota'>,
): readonly Field<Quantity>[] {
  const { document } = resource.origin;
  return quantityMaps(resource)
    .flatMap((quantities) => quantities.entries())
    .map(({ field }) => field)
    .filter((field) => document.locate(field.documentPath) !== undefined);
}

function quantityMaps(
  resource: Resource<'LimitRange' | 'ResourceQuota'>,
): readonly Field<{ readonly [resource: string]: Quantity } | undefined>[] {
  if (isOfKind(resource, 'ResourceQuota')) return [resource.root.get('spec').get('hard')];
  if (!isOfKind(resource, 'LimitRange')) return [];
  const limits = resource.root.get('spec').itemsOf('limits');
  return limits.flatMap((limit) => LIMITS.map((name) => limit.get(name)));
}
