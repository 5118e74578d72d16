import { readAll } from '../../cel/evaluate/extensions/traversal-cost.ts';
import {
  type Implementation,
  type Implementations,
  implement,
} from '../../cel/evaluate/implementations.ts';
import { add } from '../../cel/evaluate/standard/arithmetic.ts';
import { isComparable, order } from '../../cel/evaluate/standard/comparison.ts';
import { equal } from '../../cel/values/equality.ts';
import {
  Duration,
  ErrorValue,
  type ListValue,
  noSuchOverload,
  type Result,
  Uint,
  type Value,
} from '../../cel/values/value.ts';

const SUMMABLE: readonly (readonly [name: string, zero: Value])[] = [
  ['int', 0n],
  ['uint', new Uint(0n)],
  ['double', 0],
  ['duration', new Duration(0n)],
];

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

/** Source: `library/lists.go`, and `CallCost` in `library/cost.go`, in `pkg/cel` of the API server. */
export function kubernetesListImplementations(): Implementations {
  const implementations: Record<string, Implementation> = {
    list_a_index_of_int: implement(['list', 'any'], indexOf, readAll),
    list_a_last_index_of_int: implement(['list', 'any'], lastIndexOf, readAll),
  };
  for (const [name, zero] of SUMMABLE) {
    implementations[`list_${name}_sum_${name}`] = implement(
      ['list'],
      (list) => sum(list, zero),
      readAll,
    );
  }
  const max = implement(['list'], (list) => extreme(list, 'max', -1), readAll);
  const min = implement(['list'], (list) => extreme(list, 'min', 1), readAll);
  const sorted = implement(['list'], isSorted, readAll);
  for (const name of COMPARABLE) {
    implementations[`list_${name}_is_sorted_bool`] = sorted;
    implementations[`list_${name}_max_${name}`] = max;
    implementations[`list_${name}_min_${name}`] = min;
  }
  return implementations;
}

/** What is passed on in place of an element that has no order or cannot be added. */
function refused(element: Result): Result {
  return element instanceof ErrorValue ? element : noSuchOverload();
}

/** Values that cannot be compared to each other count as sorted. */
function isSorted(list: ListValue): Result {
  let previous: Value | undefined;
  for (const element of list) {
    if (element instanceof ErrorValue || !isComparable(element)) return refused(element);
    if (previous !== undefined && order(previous, element) === 1) return false;
    previous = element;
  }
  return true;
}

function extreme(list: ListValue, name: string, replacing: 1 | -1): Result {
  let found: Value | undefined;
  for (const element of list) {
    if (element instanceof ErrorValue || !isComparable(element)) return refused(element);
    if (found === undefined || order(found, element) === replacing) found = element;
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

function isAt(list: ListValue, index: number, value: Value): boolean {
  const element = list.at(index);
  return !(element instanceof ErrorValue) && equal(element, value) === true;
}
