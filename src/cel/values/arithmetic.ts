import { INT64_MAX, INT64_MIN, UINT64_MAX } from '../../base/go/integers.ts';
import { isInRange } from '../time.ts';
import { concatLists } from './collections.ts';
import {
  Duration,
  ErrorValue,
  ListValue,
  noSuchOverload,
  type Result,
  Timestamp,
  Uint,
  type Value,
} from './value.ts';

/**
 * The arithmetic operators on numbers, strings, bytes, lists, durations and timestamps. Each returns an error for
 * operands of types that it does not support, and where the result overflows.
 *
 * Source: the methods `Add`, `Subtract` etc. of the values in `common/types`, and `common/types/overflow.go`, of
 * cel-go.
 */
export type BinaryOperator = (left: Value, right: Value) => Result;

function int(value: bigint): Result {
  return value < INT64_MIN || value > INT64_MAX ? new ErrorValue('integer overflow') : value;
}

function uint(value: bigint): Result {
  return value < 0n || value > UINT64_MAX
    ? new ErrorValue('unsigned integer overflow')
    : new Uint(value);
}

function duration(nanoseconds: bigint): Result {
  const value = int(nanoseconds);
  return typeof value === 'bigint' ? new Duration(value) : value;
}

const SECOND = 1_000_000_000n;

function addNanoseconds(time: Timestamp, nanoseconds: bigint): Result {
  const total = BigInt(time.nanos) + nanoseconds;
  const rest = ((total % SECOND) + SECOND) % SECOND;
  const seconds = time.seconds + (total - rest) / SECOND;
  return isInRange(seconds)
    ? new Timestamp(seconds, Number(rest), time.offset)
    : new ErrorValue('timestamp overflow');
}

/** `left + right`. */
export const add: BinaryOperator = (left, right) => {
  if (typeof left === 'bigint' && typeof right === 'bigint') return int(left + right);
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  if (typeof left === 'string' && typeof right === 'string') return left + right;
  if (left instanceof Uint && right instanceof Uint) return uint(left.value + right.value);
  if (left instanceof ListValue && right instanceof ListValue) return concatLists(left, right);
  if (left instanceof Uint8Array && right instanceof Uint8Array) return concatBytes(left, right);
  if (left instanceof Duration) {
    if (right instanceof Duration) return duration(left.nanoseconds + right.nanoseconds);
    if (right instanceof Timestamp) return addNanoseconds(right, left.nanoseconds);
  }
  if (left instanceof Timestamp && right instanceof Duration)
    return addNanoseconds(left, right.nanoseconds);
  return noSuchOverload();
};

function concatBytes(left: Uint8Array, right: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(left.length + right.length);
  bytes.set(left);
  bytes.set(right, left.length);
  return bytes;
}

/** `left - right`. */
export const subtract: BinaryOperator = (left, right) => {
  if (typeof left === 'bigint' && typeof right === 'bigint') return int(left - right);
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (left instanceof Uint && right instanceof Uint) return uint(left.value - right.value);
  if (left instanceof Duration && right instanceof Duration) {
    return duration(left.nanoseconds - right.nanoseconds);
  }
  if (left instanceof Timestamp && right instanceof Duration) {
    const negated = int(-right.nanoseconds);
    return typeof negated === 'bigint' ? addNanoseconds(left, negated) : negated;
  }
  if (left instanceof Timestamp && right instanceof Timestamp) return difference(left, right);
  return noSuchOverload();
};

function difference(left: Timestamp, right: Timestamp): Result {
  const seconds = int((left.seconds - right.seconds) * SECOND);
  if (typeof seconds !== 'bigint') return seconds;
  return duration(seconds + BigInt(left.nanos - right.nanos));
}

/** `left * right`. */
export const multiply: BinaryOperator = (left, right) => {
  if (typeof left === 'bigint' && typeof right === 'bigint') return int(left * right);
  if (typeof left === 'number' && typeof right === 'number') return left * right;
  if (left instanceof Uint && right instanceof Uint) return uint(left.value * right.value);
  return noSuchOverload();
};

/** `left / right`. Doubles divided by zero give an infinity or NaN. */
export const divide: BinaryOperator = (left, right) => {
  if (typeof left === 'number' && typeof right === 'number') return left / right;
  if (typeof left === 'bigint' && typeof right === 'bigint') {
    return right === 0n ? new ErrorValue('division by zero') : int(left / right);
  }
  if (left instanceof Uint && right instanceof Uint) {
    return right.value === 0n
      ? new ErrorValue('division by zero')
      : new Uint(left.value / right.value);
  }
  return noSuchOverload();
};

/** `left % right`. */
export const modulo: BinaryOperator = (left, right) => {
  if (typeof left === 'bigint' && typeof right === 'bigint') {
    if (right === 0n) return new ErrorValue('modulus by zero');
    return left === INT64_MIN && right === -1n ? new ErrorValue('integer overflow') : left % right;
  }
  if (left instanceof Uint && right instanceof Uint) {
    return right.value === 0n
      ? new ErrorValue('modulus by zero')
      : new Uint(left.value % right.value);
  }
  return noSuchOverload();
};

/** `-value`. */
export function negate(value: Value): Result {
  if (typeof value === 'bigint') return int(-value);
  if (typeof value === 'number') return -value;
  return value instanceof Duration ? duration(-value.nanoseconds) : noSuchOverload();
}
