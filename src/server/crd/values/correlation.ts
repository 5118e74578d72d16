import { isMapping, writtenAsFloat } from '../../../yaml/tree.ts';
import type { Mapping, Value } from '../../kubernetes/value.ts';
import type { StructuralSchema } from '../structural.ts';
import { kindOfNumber } from './numbers.ts';

/**
 * Reports whether the server correlates the items of a list with those before an update.
 *
 * Source: `pkg/cel/common/maplist.go` of the API server.
 */
export function matchesItems(list: StructuralSchema): boolean {
  return list['x-kubernetes-list-type'] === 'map';
}

/**
 * Reports whether the server correlates the members of an object or map with those before an update, which it does for
 * all map types that it knows.
 *
 * Source: `MapIsCorrelatable` in `pkg/apiserver/schema/cel/validation.go` of apiextensions-apiserver.
 */
export function matchesMembers(object: StructuralSchema): boolean {
  const mapType = object['x-kubernetes-map-type'];
  return mapType === undefined || mapType === 'granular' || mapType === 'atomic';
}

/**
 * The items of a list before an update, by their keys.
 *
 * Source: `pkg/cel/common/maplist.go` of the API server.
 */
export class KeyedItems {
  readonly #keys: readonly string[];
  readonly #items = new Map<string, Mapping>();

  /** @param list the list before the update; of a list that is not of type `map`, no item is found again */
  constructor(list: readonly Value[], schema: StructuralSchema) {
    this.#keys = matchesItems(schema) ? (schema['x-kubernetes-list-map-keys'] ?? []) : [];
    if (this.#keys.length === 0) return;
    for (const item of list) {
      const key = this.keyOf(item);
      if (key !== undefined && isMapping(item) && !this.#items.has(key)) this.#items.set(key, item);
    }
  }

  /** The first item that has the same keys as a value; undefined if the value does not have all of them. */
  find(item: Value): Mapping | undefined {
    const key = this.keyOf(item);
    return key === undefined ? undefined : this.#items.get(key);
  }

  /** The keys of an item in a form that is equal for equal keys; undefined if a key is missing or no scalar. */
  keyOf(item: Value): string | undefined {
    if (!isMapping(item) || this.#keys.length === 0) return undefined;
    const values: string[] = [];
    for (const name of this.#keys) {
      const value = item[name];
      if (value === undefined || value === null || typeof value === 'object') return undefined;
      values.push(scalarIdentity(value, writtenAsFloat(item, name)));
    }
    return JSON.stringify(values);
  }
}

/** A string that is equal for scalars that are equal in Go, where 1 is not 1.0. */
function scalarIdentity(value: string | number | bigint | boolean, isFloat: boolean): string {
  if (typeof value !== 'number' && typeof value !== 'bigint') return `${typeof value} ${value}`;
  return `${kindOfNumber(value, isFloat)} ${value}`;
}
