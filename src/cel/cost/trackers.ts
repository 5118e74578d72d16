import { actualSize, traversal } from '../values/size.ts';
import { ListValue, MapValue, type Result } from '../values/value.ts';
import { REGEX_LENGTH_FACTOR, STRING_TRAVERSAL_FACTOR } from './factors.ts';
import type { FunctionTracker } from './function-cost.ts';

/** Traverses the first argument, or the target, once. */
export const trackFirst: FunctionTracker = ([first = null]) => traversal(actualSize(first));

/** Traverses the first argument of a method once. */
export const trackSecond: FunctionTracker = ([, second = null]) => traversal(actualSize(second));

/** Matches the first argument with the second one, a regular expression. */
export const trackMatch: FunctionTracker = ([value = null, pattern = null]) =>
  traversal(actualSize(value) + 1) * Math.ceil(actualSize(pattern) * REGEX_LENGTH_FACTOR);

/**
 * Traverses the first argument with all elements and entries in it: strings and bytes cost a tenth of their size in
 * bytes, any other scalar 1. Iterative, so that deep nesting does not overflow the stack.
 *
 * Source: `traversalCost` in `pkg/cel/library/cost.go` of the API server.
 */
export const trackDeepTraversal: FunctionTracker = ([first = null]) => {
  let cost = 0;
  const left: Result[] = [first];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value === 'string') cost += Math.floor(utf8Length(value) * STRING_TRAVERSAL_FACTOR);
    else if (value instanceof Uint8Array) {
      cost += Math.floor(value.length * STRING_TRAVERSAL_FACTOR);
    } else if (value instanceof ListValue) for (const element of value) left.push(element);
    else if (value instanceof MapValue) {
      for (const key of value.keys()) left.push(key, value.find(key) ?? null);
    } else cost++;
  }
  return cost;
};

function utf8Length(value: string): number {
  let length = value.length;
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index);
    // Each half of a surrogate pair counts for two of its four bytes.
    if (code >= 0x800 && (code < 0xd800 || code > 0xdfff)) length += 2;
    else if (code >= 0x80) length++;
  }
  return length;
}
