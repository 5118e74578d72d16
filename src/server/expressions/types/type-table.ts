import { getOrCompute } from '../../../base/get-or-compute.ts';
import { listOf, mapOf, STRING, struct, type Type } from '../../../cel/types.ts';

/**
 * Types of the fields of objects, each of which is one object however often it is made. So the types that two kinds
 * have at the same path are compared at once, and lists at different paths are different objects.
 */
export class TypeTable {
  readonly #structs = new Map<string, Type>();
  readonly #lists = new Map<string, Map<Type, Type>>();
  readonly #maps = new Map<Type, Type>();

  /** The number of structs. There are no lists and maps without them. */
  get size(): number {
    return this.#structs.size;
  }

  struct(name: string): Type {
    return getOrCompute(this.#structs, name, () => struct(name));
  }

  /** @param name of the list in the type of the object */
  list(name: string, element: Type): Type {
    const lists = getOrCompute(this.#lists, name, () => new Map<Type, Type>());
    return getOrCompute(lists, element, () => listOf(element));
  }

  map(value: Type): Type {
    return getOrCompute(this.#maps, value, () => mapOf(STRING, value));
  }
}
