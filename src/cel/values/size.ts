import { codePointCount } from '../code-points.ts';
import { STRING_TRAVERSAL_FACTOR } from '../cost/factors.ts';
import { ListValue, MapValue, OpaqueValue, OptionalValue, type Result } from './value.ts';

/**
 * The size of a value in the cost model: its number of code points, bytes, elements or entries; 1 for any other value.
 *
 * Source: `actualSize` in `interpreter/runtimecost.go` of cel-go.
 */
export function actualSize(result: Result): number {
  let value = result;
  while (value instanceof OptionalValue && value.value !== undefined) value = value.value;
  if (typeof value === 'string') return codePointCount(value);
  if (typeof value !== 'object' || value === null) return 1;
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof ListValue || value instanceof MapValue) return value.size;
  return value instanceof OpaqueValue ? value.size : 1;
}

/** The actual cost of traversing a string, bytes or list of a size once. */
export function traversal(size: number): number {
  return Math.ceil(size * STRING_TRAVERSAL_FACTOR);
}
