import type { Field } from '../../rule/field.ts';

/** The wildcard of a list that also has other entries, which may be the wildcard again. */
export function wildcardAmongOthers(
  list: Field<readonly string[] | undefined>,
  wildcard = '*',
): Field<string> | undefined {
  const items = list.items();
  return items.length > 1 ? items.find((item) => item.value === wildcard) : undefined;
}

/** Reports whether a list contains the wildcard. */
export function hasWildcard(list: Field<readonly string[] | undefined>): boolean {
  return list.value?.includes('*') ?? false;
}
