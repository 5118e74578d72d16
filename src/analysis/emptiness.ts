import type { Field } from '../rule/field.ts';

/**
 * Reports whether a string is empty or absent, which is the same for the server. A value of a wrong type is neither.
 */
export function isEmptyText(field: Field<string | undefined>): boolean {
  return (field.value ?? '') === '' && !field.pruned;
}

/** Reports whether a list is empty or absent, which is the same for the server. A value of a wrong type is neither. */
export function isEmptyList(field: Field<readonly unknown[] | undefined>): boolean {
  return (field.value ?? []).length === 0 && !field.pruned;
}
