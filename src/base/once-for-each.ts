import { getOrCompute } from './get-or-compute.ts';

/**
 * Computes a value for an object when it is first needed, and keeps it as long as the object is in use.
 *
 * @param compute depends only on the object
 */
export function onceForEach<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  // The value is in an object, because it can be undefined.
  const known = new WeakMap<K, { readonly value: V }>();
  const make = (key: K) => ({ value: compute(key) });
  return (key) => getOrCompute(known, key, make).value;
}
