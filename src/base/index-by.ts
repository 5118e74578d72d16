/**
 * Items by keys, so that not each is compared with each.
 *
 * @param keysOf the keys of an item, each once
 * @returns for each key its items, in their order
 */
export function indexBy<K, T>(
  items: Iterable<T>,
  keysOf: (item: T) => Iterable<K>,
): ReadonlyMap<K, readonly T[]> {
  const index = new Map<K, T[]>();
  for (const item of items) {
    for (const key of keysOf(item)) addTo(index, key, item);
  }
  return index;
}

/** Adds an item to the items of a key, as the last one. */
export function addTo<K, T>(index: Map<K, T[]>, key: K, item: T): void {
  const items = index.get(key);
  if (items === undefined) index.set(key, [item]);
  else items.push(item);
}
