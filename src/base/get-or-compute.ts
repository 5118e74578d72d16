/** The part of a map that a computed value is kept in. */
interface Store<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** The value of a key in a map, which is computed and kept if the map has none. */
export function getOrCompute<K, V>(map: Store<K, V>, key: K, compute: (key: K) => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = compute(key);
    map.set(key, value);
  }
  return value;
}
