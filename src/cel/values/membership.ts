import { INT64_MAX } from '../../base/go/integers.ts';
import type { BinaryOperator } from './arithmetic.ts';
import { equal } from './equality.ts';
import {
  ErrorValue,
  ListValue,
  MapValue,
  noSuchOverload,
  type Result,
  Uint,
  type Value,
} from './value.ts';

/** `value in container`. Source: the methods `Contains` of lists and maps in `common/types` of cel-go. */
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

/**
 * A test for `value in list` that looks the value up in a hash table.
 *
 * Source: `maybeOptimizeSetMembership` in `interpreter/decorators.go` of cel-go.
 *
 * @returns undefined if the list has elements that are not scalars
 */
export function membershipTest(list: ListValue): ((value: Value) => Result) | undefined {
  const elements = new Set<Value>();
  const unsigned = new Set<bigint>();
  for (const element of list) {
    if (element instanceof Uint) {
      unsigned.add(element.value);
      elements.add(Number(element.value));
      if (element.value <= INT64_MAX) elements.add(element.value);
    } else if (typeof element === 'bigint') {
      elements.add(element).add(Number(element));
      if (element >= 0n) unsigned.add(element);
    } else if (typeof element === 'number') {
      addDouble(element, elements, unsigned);
    } else if (typeof element === 'string' || typeof element === 'boolean') {
      elements.add(element);
    } else {
      return undefined;
    }
  }
  return (value) => (value instanceof Uint ? unsigned.has(value.value) : elements.has(value));
}

function addDouble(value: number, elements: Set<Value>, unsigned: Set<bigint>): void {
  // A Go map never finds NaN as a key.
  if (Number.isNaN(value)) return;
  elements.add(value);
  if (!Number.isInteger(value) || Math.abs(value) >= 2 ** 64) return;
  const whole = BigInt(value);
  if (whole > -INT64_MAX - 1n && whole < INT64_MAX) elements.add(whole);
  if (whole >= 0n) unsigned.add(whole);
}
