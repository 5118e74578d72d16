import { EntryMap, GrowingMap } from '../../values/collections.ts';
import { ErrorValue, type MapValue, type Value } from '../../values/value.ts';
import { goText } from '../go-text.ts';
import { type Implementations, implement } from '../implementations.ts';

/**
 * What `transformMap` and `transformMapEntry` gather their maps with.
 *
 * Source: `ext/comprehensions.go`, and `InsertMapKeyValue` in `common/types/map.go`, of cel-go.
 */
export const MAP_INSERT_IMPLEMENTATIONS: Implementations = {
  '@mapInsert_map_key_value': implement(['map', 'any', 'any'], insert),
  '@mapInsert_map_map': implement(['map', 'map'], (map, added) => {
    let result = map;
    for (const key of added.keys()) {
      const value = added.find(key) ?? null;
      if (value instanceof ErrorValue) return value;
      const inserted = insert(result, key, value);
      if (inserted instanceof ErrorValue) return inserted;
      result = inserted;
    }
    return result;
  }),
};

/** A map that a fold gathers grows itself. */
function insert(map: MapValue, key: Value, value: Value): MapValue | ErrorValue {
  if (map.find(key) !== undefined) {
    return new ErrorValue(`insert failed: key ${goText(key)} already exists`);
  }
  const result = map instanceof GrowingMap ? map : copyOf(map);
  result.set(key, value);
  return result;
}

function copyOf(map: MapValue): EntryMap {
  const copy = new EntryMap();
  for (const key of map.keys()) {
    const value = map.find(key);
    if (value !== undefined && !(value instanceof ErrorValue)) copy.set(key, value);
  }
  return copy;
}
