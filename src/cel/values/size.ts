import { ListValue, MapValue, OpaqueValue, OptionalValue, type Result } from './value.ts';

/** How many code points a string has. */
export function codePointCount(text: string): number {
  let count = text.length;
  for (let index = 1; index < text.length; index++) {
    if (isLowSurrogate(text.charCodeAt(index)) && isHighSurrogate(text.charCodeAt(index - 1))) {
      count--;
    }
  }
  return count;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/**
 * The size of a value as costs count it: characters, bytes, elements, entries; 1 of all else.
 *
 * Source: `actualSize` in `interpreter/runtimecost.go` of cel-go.
 */
export function costSize(result: Result): number {
  let value = result;
  while (value instanceof OptionalValue && value.value !== undefined) value = value.value;
  if (typeof value === 'string') return codePointCount(value);
  if (typeof value !== 'object' || value === null) return 1;
  if (value instanceof ListValue || value instanceof MapValue) return value.size;
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof OpaqueValue) return value.costSize;
  return 1;
}

/** The cost of reading a text, bytes or list once: a tenth of its size, rounded up. */
export function traversal(size: number): number {
  return Math.ceil(size * 0.1);
}
