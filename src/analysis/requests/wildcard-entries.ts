import type { Field } from '../../rule/field.ts';

/** A wildcard that already says everything, where the list has other entries too (be it the wildcard again). */
export function wildcardBesideOthers(
  list: Field<readonly string[] | undefined>,
  wildcard = '*',
): Field<string> | undefined {
  const items = list.items();
  return items.length > 1 ? items.find((item) => item.value === wildcard) : undefined;
}

/** Whether a list has a wildcard, alone or not. */
export function hasWildcard(list: Field<readonly string[] | undefined>, wildcard = '*'): boolean {
  return list.value?.includes(wildcard) ?? false;
}
