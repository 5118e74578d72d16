import { compareCodePoints } from '../../base/compare.ts';
import type { BinaryOperator } from './arithmetic.ts';
import { compareBytes, compareNumbers, compareTimestamps, order } from './equality.ts';
import { Duration, ErrorValue, noSuchOverload, Timestamp, Uint, type Value } from './value.ts';

/**
 * Compares two values: -1, 0 or 1; an error for values without an order.
 *
 * Source: the methods `Compare` of the values in `common/types` of cel-go.
 */
export function compare(left: Value, right: Value): -1 | 0 | 1 | ErrorValue {
  if (isNumber(left)) {
    // For a NaN on the left, cel-go does not check the type of the right operand.
    if (!isNumber(right) && !Number.isNaN(left)) return noSuchOverload();
    return compareNumbers(left, right) ?? new ErrorValue('NaN values cannot be ordered');
  }
  if (typeof left === 'string' && typeof right === 'string') return compareCodePoints(left, right);
  if (typeof left === 'boolean' && typeof right === 'boolean') return order(left, right);
  if (left instanceof Uint8Array && right instanceof Uint8Array) return compareBytes(left, right);
  if (left instanceof Duration && right instanceof Duration) {
    return order(left.nanoseconds, right.nanoseconds);
  }
  if (left instanceof Timestamp && right instanceof Timestamp) {
    return compareTimestamps(left, right);
  }
  return noSuchOverload();
}

/** The operator `<`, `<=`, `>` or `>=`, given the results of {@link compare} for which it is true. */
export function relation(...accepted: readonly (-1 | 0 | 1)[]): BinaryOperator {
  return (left, right) => {
    const found = compare(left, right);
    return found instanceof ErrorValue ? found : accepted.includes(found);
  };
}

/** Reports whether a value is an int, a uint or a double. */
export function isNumber(value: Value): boolean {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof Uint;
}

/** Reports whether values of the type have an order. */
export function isComparable(value: Value): boolean {
  return (
    isNumber(value) ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    value instanceof Uint8Array ||
    value instanceof Duration ||
    value instanceof Timestamp
  );
}
