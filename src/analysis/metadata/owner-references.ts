import type { Field } from '../../rule/field.ts';
import type { OwnerReference } from '../../server/kubernetes/types.generated.ts';

/** The owner references that the server keeps, and the references that it removes because they equal an earlier one. */
interface DistinctOwners {
  readonly owners: readonly Field<OwnerReference>[];
  readonly duplicates: readonly Field<OwnerReference>[];
}

/**
 * Separates the owner references that equal an earlier one, as the server does before it validates. It does not
 * distinguish an absent string from an empty one, but `controller: false` from no `controller`.
 */
export function distinctOwners(list: Field<readonly OwnerReference[] | undefined>): DistinctOwners {
  const seen = new Set<string>();
  const owners: Field<OwnerReference>[] = [];
  const duplicates: Field<OwnerReference>[] = [];
  for (const owner of list.items()) {
    const { apiVersion, kind, name, uid, controller, blockOwnerDeletion } = owner.value ?? {};
    const identity = JSON.stringify([
      apiVersion ?? '',
      kind ?? '',
      name ?? '',
      uid ?? '',
      controller ?? null,
      blockOwnerDeletion ?? null,
    ]);
    (seen.has(identity) ? duplicates : owners).push(owner);
    seen.add(identity);
  }
  return { owners, duplicates };
}
