import { sortUnstably } from '../../../go/sort.ts';
import { ArrayList, elementsOf } from '../../values/collections.ts';
import { equal } from '../../values/equality.ts';
import { costSize } from '../../values/size.ts';
import { ErrorValue, ListValue, type Result, typeOfValue, type Value } from '../../values/value.ts';
import {
  type CallCost,
  type Implementation,
  type Implementations,
  implement,
} from '../implementations.ts';
import { isComparable, order } from '../standard/comparison.ts';

const COMPARABLE: readonly string[] = [
  'int',
  'uint',
  'double',
  'bool',
  'google.protobuf.Duration',
  'google.protobuf.Timestamp',
  'string',
  'bytes',
];

/** A call and the making of a list. */
const BASE_COST = 11;

/** Source: `ext/lists.go` of cel-go, in its version 3. */
export function extendedListImplementations(): Implementations {
  const implementations: Record<string, Implementation> = {
    list_slice: ofOverload(implement(['list', 'int', 'int'], slice, makeResult)),
    list_flatten: unguarded(implement(['list'], (list) => flatten(list, 1n), flattenCost)),
    list_flatten_int: unguarded(implement(['list', 'int'], flatten, flattenCost)),
    lists_range: ofOverload(implement(['int'], (end) => new RangeList(end), makeResult)),
    list_reverse: ofOverload(implement(['list'], reverse, makeResult)),
    list_distinct: {
      ...ofOverload(implement(['list'], distinct, ([list]) => selfComparison(list))),
      isCostKnownBefore: true,
    },
  };
  const sort = unguarded(
    implement(
      ['list'],
      (list) => sortByKeys(list, list),
      ([list]) => selfComparison(list),
    ),
  );
  const sortBy = unguarded(
    implement(['list', 'list'], sortByKeys, ([, keys]) => selfComparison(keys)),
  );
  for (const name of COMPARABLE) {
    implementations[`list_${name}_sort`] = sort;
    implementations[`list_${name}_sortByAssociatedKeys`] = sortBy;
  }
  return implementations;
}

function ofOverload(implementation: Implementation): Implementation {
  return { ...implementation, isCostOfOverload: true };
}

/** What `sort` and `flatten` take is only a list of anything. */
function unguarded(implementation: Implementation): Implementation {
  return { ...ofOverload(implementation), isUnguarded: true };
}

function makeResult(_: readonly Result[], result: Result): number {
  return costSize(result) + BASE_COST;
}

const flattenCost: CallCost = ([list = null, depth = 1n]) => {
  const times = typeof depth === 'bigint' ? Number(depth) : 1;
  return Math.trunc(costSize(list) * times) + BASE_COST;
};

function selfComparison(list: Result | undefined): number {
  if (!(list instanceof ListValue) || list.size === 0) return BASE_COST;
  const first = list.at(0);
  const isLong = typeof first === 'string' || first instanceof Uint8Array;
  return Math.trunc(list.size * list.size * (isLong ? 2 + 0.1 : 2)) + BASE_COST;
}

function slice(list: ListValue, start: bigint, end: bigint): Result {
  const refuse = (words: string) => new ErrorValue(`cannot slice(${start}, ${end}), ${words}`);
  if (start < 0n || end < 0n) return refuse('negative indexes not supported');
  if (start > end) return refuse('start index must be less than or equal to end index');
  if (BigInt(list.size) < end) return refuse(`list is length ${list.size}`);
  const elements: Value[] = [];
  for (let index = Number(start); index < Number(end); index++) {
    const element = list.at(index);
    if (element instanceof ErrorValue) return element;
    elements.push(element);
  }
  return new ArrayList(elements);
}

/** Takes no stack for what is nested. */
function flatten(list: ListValue, depth: bigint): Result {
  if (depth < 0n) return new ErrorValue('level must be non-negative');
  const elements: Value[] = [];
  const open: { readonly rest: Iterator<Result>; readonly depth: bigint }[] = [
    { rest: list[Symbol.iterator](), depth },
  ];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const next = level.rest.next();
    if (next.done) open.pop();
    else if (next.value instanceof ErrorValue) return next.value;
    else if (next.value instanceof ListValue && level.depth > 0n) {
      open.push({ rest: next.value[Symbol.iterator](), depth: level.depth - 1n });
    } else elements.push(next.value);
  }
  return new ArrayList(elements);
}

/** The ints from 0 on, made when they are read: what a list costs is known only after it is there. */
class RangeList extends ListValue {
  readonly size: number;

  constructor(end: bigint) {
    super();
    this.size = end < 0n ? 0 : Number(end);
  }

  at(index: number): Result {
    return BigInt(index);
  }
}

function reverse(list: ListValue): Result {
  const elements = elementsOf(list);
  return elements instanceof ErrorValue ? elements : new ArrayList([...elements].reverse());
}

function distinct(list: ListValue): Result {
  const elements = elementsOf(list);
  if (elements instanceof ErrorValue) return elements;
  // Texts and booleans equal nothing but themselves.
  const known = new Set<Value>();
  const others: Value[] = [];
  const unique = elements.filter((element) => {
    if (typeof element === 'string' || typeof element === 'boolean') {
      if (known.has(element)) return false;
      known.add(element);
      return true;
    }
    if (others.some((other) => equal(element, other) === true)) return false;
    others.push(element);
    return true;
  });
  return new ArrayList(unique);
}

function sortByKeys(list: ListValue, keyList: ListValue): Result {
  if (list.size !== keyList.size) {
    return new ErrorValue(
      `@sortByAssociatedKeys() expected a list of the same size as the associated keys list, but got ${list.size} and ${keyList.size} elements respectively`,
    );
  }
  if (list.size === 0) return list;
  const elements = elementsOf(list);
  const keys = elementsOf(keyList);
  if (elements instanceof ErrorValue) return elements;
  if (keys instanceof ErrorValue) return keys;
  const [first = null] = keys;
  if (!isComparable(first)) return new ErrorValue('list elements must be comparable');
  const { name } = typeOfValue(first);
  if (keys.some((key) => typeOfValue(key).name !== name)) {
    return new ErrorValue('list elements must have the same type');
  }
  const indices = keys.map((_, index) => index);
  sortUnstably(indices, (a, b) => order(keys[a] ?? null, keys[b] ?? null) === -1);
  return new ArrayList(indices.map((index) => elements[index] ?? null));
}
