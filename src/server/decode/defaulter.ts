import { isMapping, type Mapping, mappingIn, type Value } from '../../yaml/tree.ts';
import type { Minor } from '../kubernetes/minors.ts';
import { mappingOf } from './settle.ts';

/**
 * Returns a struct with the defaults that depend on its other fields. The given struct does not change, and changed
 * parts are copied.
 */
export type Defaulter = (struct: Mapping, minor: Minor) => Mapping;

/** Returns a struct with values for the fields that it does not have. */
export function withDefaults(struct: Mapping, defaults: Mapping): Mapping {
  const missing = Object.entries(defaults).filter(([field]) => isAbsent(struct[field]));
  return missing.length === 0
    ? struct
    : Object.assign(mappingOf(struct), Object.fromEntries(missing));
}

/** Returns a struct with a value for a string that is absent or empty, or an integer that is absent or 0. */
export function withZeroDefault(struct: Mapping, field: string, value: Value): Mapping {
  return isZero(struct[field]) ? withField(struct, field, value) : struct;
}

/** Returns a struct with another value of a field. */
export function withField(struct: Mapping, field: string, value: Value): Mapping {
  const changed = mappingOf(struct);
  changed[field] = value;
  return changed;
}

/**
 * Returns a struct in which the struct in a field is changed by a function. An absent struct counts as an empty one.
 */
export function within(
  struct: Mapping,
  field: string,
  change: (inner: Mapping) => Mapping,
): Mapping {
  const inner = mappingIn(struct, field);
  const changed = change(inner);
  return changed === inner ? struct : withField(struct, field, changed);
}

/** Returns a struct in which the structs in a list are changed by a function. */
export function withinEach(
  struct: Mapping,
  field: string,
  change: (item: Mapping) => Mapping,
): Mapping {
  const list = struct[field];
  if (!Array.isArray(list)) return struct;
  const items = list.map((item) => (isMapping(item) ? change(item) : item));
  return withField(struct, field, items);
}

export function isAbsent(value: Value | undefined): value is undefined | null {
  return value === undefined || value === null;
}

/** Reports whether a string or an integer is absent or the zero value of its type. */
export function isZero(value: Value | undefined): boolean {
  return isAbsent(value) || value === '' || value === 0;
}
