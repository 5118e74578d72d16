import type { Field } from '../rule/field.ts';

/** Whether a text is empty or not there, which the server cannot tell apart. What is ill-typed is neither. */
export function isEmptyText(field: Field<string | undefined>): boolean {
  return (field.value ?? '') === '' && !field.pruned;
}

/** Whether a list has no items or is not there, which the server cannot tell apart. What is ill-typed is neither. */
export function isEmptyList(field: Field<readonly unknown[] | undefined>): boolean {
  return (field.value ?? []).length === 0 && !field.pruned;
}
