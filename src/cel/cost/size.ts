import { add, larger, multiply, smaller, UINT64_MAX } from './uint64.ts';

/**
 * How large a value can be: the characters of a text, bytes, the elements of a list, the entries of a map; 1
 * of any other.
 */
export interface Size {
  readonly min: bigint;
  readonly max: bigint;
}

/** The sizes of what is in a list or map. */
export interface EntrySizes {
  readonly container: 'list' | 'map';
  /** Of an index or key. */
  readonly key: Size;
  readonly value: Size;
}

export const UNKNOWN_SIZE: Size = { min: 0n, max: UINT64_MAX };
export const SCALAR_SIZE: Size = { min: 1n, max: 1n };

export function fixedSize(size: bigint): Size {
  return { min: size, max: size };
}

export function addSizes(a: Size, b: Size): Size {
  return { min: add(a.min, b.min), max: add(a.max, b.max) };
}

export function multiplySizes(a: Size, b: Size): Size {
  return { min: multiply(a.min, b.min), max: multiply(a.max, b.max) };
}

/** The size of what may be either. */
export function eitherSize(a: Size, b: Size): Size {
  return { min: smaller(a.min, b.min), max: larger(a.max, b.max) };
}

/** The size of what may be any of some; 0 where there are none. */
export function anySize(sizes: readonly Size[]): Size {
  const [first = fixedSize(0n), ...others] = sizes;
  return others.reduce(eitherSize, first);
}

export function eitherEntries(
  a: EntrySizes | undefined,
  b: EntrySizes | undefined,
): EntrySizes | undefined {
  if (a === undefined || b === undefined) return undefined;
  return {
    container: a.container,
    key: eitherSize(a.key, b.key),
    value: eitherSize(a.value, b.value),
  };
}
