import {
  compareBytes,
  compareNumbers,
  compareStrings,
  compareTimestamps,
  equal,
} from '../../values/equality.ts';
import {
  Duration,
  ErrorValue,
  ListValue,
  MapValue,
  noSuchOverload,
  type Result,
  Timestamp,
  Uint,
  type Value,
} from '../../values/value.ts';
import type { BinaryOperator } from './arithmetic.ts';

/**
 * How two values are ordered: -1, 0 or 1.
 *
 * Source: the methods `Compare` of the values in `common/types` of cel-go.
 */
export function order(left: Value, right: Value): -1 | 0 | 1 | ErrorValue {
  if (isNumber(left)) {
    // NaN on the left is told of before the type of the other one.
    if (!isNumber(right) && !Number.isNaN(left)) return noSuchOverload();
    return compareNumbers(left, right) ?? new ErrorValue('NaN values cannot be ordered');
  }
  if (typeof left === 'string' && typeof right === 'string') return compareStrings(left, right);
  if (typeof left === 'boolean' && typeof right === 'boolean') return compare(left, right);
  if (left instanceof Uint8Array && right instanceof Uint8Array) return compareBytes(left, right);
  if (left instanceof Duration && right instanceof Duration) {
    return compare(left.nanoseconds, right.nanoseconds);
  }
  if (left instanceof Timestamp && right instanceof Timestamp) {
    return compareTimestamps(left, right);
  }
  return noSuchOverload();
}

function isNumber(value: Value): boolean {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof Uint;
}

function compare<T extends bigint | boolean>(left: T, right: T): -1 | 0 | 1 {
  if (left < right) return -1;
  return left > right ? 1 : 0;
}

/** `<`, `<=`, `>` and `>=`: which of the orders make it true. */
export function comparison(...wanted: readonly (-1 | 0 | 1)[]): BinaryOperator {
  return (left, right) => {
    const found = order(left, right);
    return found instanceof ErrorValue ? found : wanted.includes(found);
  };
}

/** `value in container`. */
export const isIn: BinaryOperator = (value, container) => {
  if (container instanceof MapValue) {
    const found = container.find(value);
    return found instanceof ErrorValue ? found : found !== undefined;
  }
  if (!(container instanceof ListValue)) return noSuchOverload();
  let error: Result | undefined;
  for (const element of container) {
    if (element instanceof ErrorValue) {
      error ??= element;
      continue;
    }
    const found = equal(value, element);
    if (found === true) return true;
    if (found instanceof ErrorValue && container.isStrict) error ??= found;
  }
  return error ?? false;
};

/** The same as `value in [constants]`, looked up. Undefined where the list has other than scalars. */
export function membership(list: ListValue): ((value: Value) => Result) | undefined {
  const known = new Set<Value>();
  const unsigned = new Set<bigint>();
  for (const element of list) {
    if (element instanceof Uint) {
      unsigned.add(element.value);
      known.add(Number(element.value));
      if (element.value <= INT_MAX) known.add(element.value);
    } else if (typeof element === 'bigint') {
      known.add(element).add(Number(element));
      if (element >= 0n) unsigned.add(element);
    } else if (typeof element === 'number') {
      addDouble(element, known, unsigned);
    } else if (typeof element === 'string' || typeof element === 'boolean') {
      known.add(element);
    } else {
      return undefined;
    }
  }
  return (value) => (value instanceof Uint ? unsigned.has(value.value) : known.has(value));
}

const INT_MAX = 2n ** 63n - 1n;

function addDouble(value: number, known: Set<Value>, unsigned: Set<bigint>): void {
  // As a key of a map in Go, NaN is never found.
  if (Number.isNaN(value)) return;
  known.add(value);
  if (!Number.isInteger(value) || Math.abs(value) >= 2 ** 64) return;
  const whole = BigInt(value);
  if (whole > -INT_MAX - 1n && whole < INT_MAX) known.add(whole);
  if (whole >= 0n) unsigned.add(whole);
}

/** Whether values of a type have an order. */
export function isComparable(value: Value): boolean {
  return (
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    typeof value === 'boolean' ||
    value instanceof Uint ||
    value instanceof Uint8Array ||
    value instanceof Duration ||
    value instanceof Timestamp
  );
}
