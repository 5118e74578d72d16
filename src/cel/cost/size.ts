import { UINT64_MAX } from '../../base/go/integers.ts';
import { add, larger, multiply, smaller } from './uint64.ts';

/** The range of the size of a value: of the number of characters, bytes, elements or entries; 1 for any other value. */
export interface Size {
  readonly min: bigint;
  readonly max: bigint;
}

/** The sizes of the elements of a list, or of the keys and values of a map. */
export interface EntrySizes {
  readonly container: 'list' | 'map';
  /** The size of an index of a list, or of a key of a map. */
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

/** The size of a value that is one of two. */
export function eitherSize(a: Size, b: Size): Size {
  return { min: smaller(a.min, b.min), max: larger(a.max, b.max) };
}

/** The size of a value that is one of several; 0 if there are none. */
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
