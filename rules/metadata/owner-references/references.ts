import type { OwnerReference } from '../../../src/kubernetes/types.generated.ts';
import type { Field } from '../../../src/rule/field.ts';

/** The owner references that the server keeps, and those it drops because an earlier one is the same. */
export interface DistinctOwners {
  readonly owners: readonly Field<OwnerReference>[];
  readonly duplicates: readonly Field<OwnerReference>[];
}

/**
 * Tells owner references apart as the server does before it looks at anything else. An absent text is
 * an empty one to it, but `controller: false` is not the same as no `controller`.
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
