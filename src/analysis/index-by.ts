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
    for (const key of keysOf(item)) {
      const found = index.get(key);
      if (found === undefined) index.set(key, [item]);
      else found.push(item);
    }
  }
  return index;
}
