import type { Mapping } from '../../yaml/index.ts';

export type { Mapping, Value } from '../../yaml/index.ts';

/** A struct of the API as a mapping; an empty one if it is absent. All types of structs are mappings of values. */
export function asMapping(struct: object | undefined): Mapping {
  return (struct ?? {}) as Mapping;
}
