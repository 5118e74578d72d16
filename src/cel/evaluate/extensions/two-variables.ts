import { EntryMap, GrowingMap } from '../../values/collections.ts';
import { ErrorValue, type MapValue, type Result, type Value } from '../../values/value.ts';
import { goText } from '../go-text.ts';
import { type Implementations, implement } from '../implementations.ts';

/**
 * What the macros with two variables put entries into maps with.
 *
 * Source: `ext/comprehensions.go` and `common/types/map.go` of cel-go.
 */
export const TWO_VARIABLE_IMPLEMENTATIONS: Implementations = {
  '@mapInsert_map_key_value': implement(['map', 'any', 'any'], insert),
  '@mapInsert_map_map': implement(['map', 'map'], (map, added) => {
    let result: Result = map;
    for (const key of added.keys()) {
      const value = added.find(key) ?? null;
      if (value instanceof ErrorValue) return value;
      result = insert(map, key, value);
      if (result instanceof ErrorValue) return result;
      map = result;
    }
    return result;
  }),
};

function insert(map: MapValue, key: Value, value: Value): MapValue | ErrorValue {
  if (map.find(key) !== undefined) {
    return new ErrorValue(`insert failed: key ${goText(key)} already exists`);
  }
  // The map that a loop gathers is nobody else's yet.
  const target = map instanceof GrowingMap ? map : copyOf(map);
  if (target instanceof ErrorValue) return target;
  target.set(key, value);
  return target;
}

function copyOf(map: MapValue): EntryMap | ErrorValue {
  const copy = new EntryMap();
  for (const key of map.keys()) {
    const value = map.find(key) ?? null;
    if (value instanceof ErrorValue) return value;
    copy.set(key, value);
  }
  return copy;
}
