import {
  type CallEstimate,
  type EstimatedCall,
  targetSize,
} from '../../../cel/cost/function-cost.ts';
import {
  estimateTraversal,
  sizeOfElement,
  TRAVERSAL_COST,
} from '../../../cel/cost/list-estimates.ts';
import { implement } from '../../../cel/library/implement.ts';
import type { Library, OverloadDefinition } from '../../../cel/library/library.ts';
import { add } from '../../../cel/values/arithmetic.ts';
import { equal } from '../../../cel/values/equality.ts';
import { compare, isComparable } from '../../../cel/values/ordering.ts';
import {
  Duration,
  ErrorValue,
  ListValue,
  noSuchOverload,
  type Result,
  Uint,
  type Value,
} from '../../../cel/values/value.ts';

/** The types of elements that can be added, with their zero values. */
const ZEROS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['int', 0n],
  ['uint', new Uint(0n)],
  ['double', 0],
  ['duration', new Duration(0n)],
]);

/** The types of elements that have an order. */
const COMPARABLE: readonly string[] = [
  'int',
  'uint',
  'double',
  'bool',
  'duration',
  'timestamp',
  'string',
  'bytes',
];

/** The function of version 1 of the library. */
export function kubernetesIncludesLibrary(): Library {
  return {
    name: 'kubernetes.lists',
    functions: {
      includes: {
        list_includes_dyn_dyn: {
          signature: 'dyn.(dyn) -> bool',
          binding: implement(['any', 'any'], includes),
          cost: { ...TRAVERSAL_COST, estimate: estimateIncludes },
        },
      },
    },
  };
}

/** The most values of an attribute of a device that is a list. */
const MOST_VALUES = 48n;

/**
 * The function that selectors of devices have in 1.36.
 *
 * Source: `draCostEstimator` in `cel/compile.go` of `k8s.io/dynamic-resource-allocation`.
 */
export function deviceIncludesLibrary(): Library {
  return {
    name: 'kubernetes.devices',
    functions: {
      includes: {
        dra_includes_dyn_dyn: {
          signature: 'dyn.(dyn) -> bool',
          binding: implement(['any', 'any'], includes),
          cost: { ...TRAVERSAL_COST, estimate: () => ({ cost: MOST_VALUES }) },
        },
      },
    },
  };
}

/** Anything but a list of a known type counts as a list of scalars. */
function estimateIncludes(call: EstimatedCall): CallEstimate {
  return sizeOfElement(call) === undefined
    ? { cost: targetSize(call).max }
    : estimateTraversal(call);
}

/**
 * Functions on lists. Source: `library/lists.go`, and for the costs `library/cost.go`, in `pkg/cel` of the API server.
 */
export function kubernetesListsLibrary(): Library {
  return {
    name: 'kubernetes.lists',
    functions: {
      indexOf: {
        list_a_index_of_int: {
          signature: 'list(A).(A) -> int',
          binding: implement(['list', 'any'], indexOf),
          cost: TRAVERSAL_COST,
        },
      },
      isSorted: Object.fromEntries(
        COMPARABLE.map((type) => [
          `list_${type}_is_sorted_bool`,
          listOverload(`list(${type}).() -> bool`, isSorted),
        ]),
      ),
      lastIndexOf: {
        list_a_last_index_of_int: {
          signature: 'list(A).(A) -> int',
          binding: implement(['list', 'any'], lastIndexOf),
          cost: TRAVERSAL_COST,
        },
      },
      max: Object.fromEntries(
        COMPARABLE.map((type) => [
          `list_${type}_max_${type}`,
          listOverload(`list(${type}).() -> ${type}`, (list) => extreme(list, 'max', -1)),
        ]),
      ),
      min: Object.fromEntries(
        COMPARABLE.map((type) => [
          `list_${type}_min_${type}`,
          listOverload(`list(${type}).() -> ${type}`, (list) => extreme(list, 'min', 1)),
        ]),
      ),
      sum: Object.fromEntries(
        [...ZEROS].map(([type, zero]) => [
          `list_${type}_sum_${type}`,
          listOverload(`list(${type}).() -> ${type}`, (list) => sum(list, zero)),
        ]),
      ),
    },
  };
}

function listOverload(signature: string, call: (list: ListValue) => Result): OverloadDefinition {
  return { signature, binding: implement(['list'], call), cost: TRAVERSAL_COST };
}

/** The error for an element that has no order. */
function incomparable(element: Result): ErrorValue {
  return element instanceof ErrorValue ? element : noSuchOverload();
}

/** Reports whether a list is sorted. Two elements that cannot be compared to each other count as sorted. */
function isSorted(list: ListValue): Result {
  let previous: Value | undefined;
  for (const element of list) {
    if (element instanceof ErrorValue || !isComparable(element)) return incomparable(element);
    if (previous !== undefined && compare(previous, element) === 1) return false;
    previous = element;
  }
  return true;
}

/** @param replacing the result of comparing the extreme so far to an element that replaces it */
function extreme(list: ListValue, name: string, replacing: 1 | -1): Result {
  let found: Value | undefined;
  for (const element of list) {
    if (element instanceof ErrorValue || !isComparable(element)) return incomparable(element);
    if (found === undefined || compare(found, element) === replacing) found = element;
  }
  return found ?? new ErrorValue(`${name} called on empty list`);
}

function sum(list: ListValue, zero: Value): Result {
  let total: Value = zero;
  for (const element of list) {
    if (element instanceof ErrorValue) return element;
    const next = add(total, element);
    if (next instanceof ErrorValue) return next;
    total = next;
  }
  return total;
}

function indexOf(list: ListValue, value: Value): Result {
  for (let index = 0; index < list.size; index++) {
    if (isAt(list, index, value)) return BigInt(index);
  }
  return -1n;
}

function lastIndexOf(list: ListValue, value: Value): Result {
  for (let index = list.size - 1; index >= 0; index--) {
    if (isAt(list, index, value)) return BigInt(index);
  }
  return -1n;
}

/** Reports whether a value is in a list, or equals another value. */
function includes(target: Value, value: Value): Result {
  if (!(target instanceof ListValue)) return equal(target, value) === true;
  for (let index = 0; index < target.size; index++) if (isAt(target, index, value)) return true;
  return false;
}

function isAt(list: ListValue, index: number, value: Value): boolean {
  const element = list.at(index);
  return !(element instanceof ErrorValue) && equal(element, value) === true;
}
