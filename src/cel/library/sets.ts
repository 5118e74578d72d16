import { argSize, type OverloadCost } from '../cost/function-cost.ts';
import { add, multiply, scale } from '../cost/uint64.ts';
import { isIn } from '../values/membership.ts';
import { actualSize } from '../values/size.ts';
import { ErrorValue, type ListValue, type Result, type Value } from '../values/value.ts';
import { implement } from './implement.ts';
import type { Library } from './library.ts';

/** Functions on lists as sets. Source: `ext/sets.go` of cel-go. */
export function setsLibrary(): Library {
  return {
    name: 'cel.lib.ext.sets',
    functions: {
      'sets.contains': {
        list_sets_contains_list: {
          signature: '(list(T), list(T)) -> bool',
          binding: implement(['list', 'list'], contains),
          cost: comparisonCost(1),
        },
      },
      'sets.equivalent': {
        list_sets_equivalent_list: {
          signature: '(list(T), list(T)) -> bool',
          binding: implement(['list', 'list'], isEquivalent),
          cost: comparisonCost(2),
        },
      },
      'sets.intersects': {
        list_sets_intersects_list: {
          signature: '(list(T), list(T)) -> bool',
          binding: implement(['list', 'list'], intersects),
          cost: comparisonCost(1),
        },
      },
    },
  };
}

/** Every element of one list is compared with every element of the other. */
function comparisonCost(factor: number): OverloadCost {
  return {
    definedBy: 'cel-go',
    estimate: (call) => ({
      cost: add(scale(multiply(argSize(call, 0).max, argSize(call, 1).max), factor), 1n),
    }),
    track: ([a = null, b = null]) => 1 + actualSize(a) * actualSize(b) * factor,
    precedesCall: true,
  };
}

function contains(list: ListValue, sublist: ListValue): Result {
  const isElement = elementTest(list);
  for (const element of sublist) {
    if (element instanceof ErrorValue) return element;
    const found = isElement(element);
    if (found !== true) return found;
  }
  return true;
}

function isEquivalent(a: ListValue, b: ListValue): Result {
  const isSuperset = contains(a, b);
  return isSuperset === true ? contains(b, a) : isSuperset;
}

function intersects(a: ListValue, b: ListValue): Result {
  const isElement = elementTest(b);
  for (const element of a) {
    if (!(element instanceof ErrorValue) && isElement(element) === true) return true;
  }
  return false;
}

/** A test for `value in list`, with a hash table for a list of strings. */
function elementTest(list: ListValue): (value: Value) => Result {
  const strings = new Set<Value>();
  for (const element of list) {
    if (typeof element !== 'string') return (value) => isIn(value, list);
    strings.add(element);
  }
  return (value) =>
    list.isStrict && typeof value !== 'string' ? isIn(value, list) : strings.has(value);
}
