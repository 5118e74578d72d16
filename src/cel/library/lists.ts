import { UINT64_MAX } from '../../base/go/integers.ts';
import { sortUnstably } from '../../base/go/sort.ts';
import type { Expr } from '../ast.ts';
import { LIST_CREATION_COST, STRING_TRAVERSAL_FACTOR } from '../cost/factors.ts';
import {
  argSize,
  type CallEstimate,
  type FunctionTracker,
  type OverloadCost,
  targetSize,
} from '../cost/function-cost.ts';
import { fixedSize, multiplySizes, type Size } from '../cost/size.ts';
import type { Operand } from '../cost/size-tracker.ts';
import { add, scale, wrap } from '../cost/uint64.ts';
import { bindVariable, type Macro, receiverMacro } from '../parse/macros.ts';
import { ArrayList, elementsOf } from '../values/collections.ts';
import { equal } from '../values/equality.ts';
import { goTypeName } from '../values/go-format.ts';
import { GoPanic } from '../values/go-panic.ts';
import { compare, isComparable } from '../values/ordering.ts';
import { actualSize } from '../values/size.ts';
import {
  Duration,
  ErrorValue,
  ListValue,
  MapValue,
  noSuchOverload,
  OptionalValue,
  type Result,
  Timestamp,
  typeOfValue,
  Uint,
  type Value,
} from '../values/value.ts';
import { implement } from './implement.ts';
import type { FunctionDefinitions, Library, OverloadDefinition } from './library.ts';
import { mapMacro } from './standard-macros.ts';

interface ListsOptions {
  /** The most elements that `lists.range` makes, since cel-go 0.27, which also refuses negative numbers of elements. */
  readonly largestRange?: bigint;
}

/** Functions on lists. Source: `ext/lists.go` of cel-go, version 3 of the library. */
export function listsLibrary({ largestRange }: ListsOptions): Library {
  return {
    name: 'cel.lib.ext.lists',
    macros: [SORT_BY],
    singletons: {
      sort: { accepts: isList, call: (list) => sortByAssociatedKeys(list, list) },
      '@sortByAssociatedKeys': { accepts: isList, call: sortByAssociatedKeys },
    },
    functions: {
      ...sortFunctions(),
      distinct: {
        list_distinct: {
          signature: 'list(T).() -> list(T)',
          binding: implement(['list'], distinct),
          cost: {
            definedBy: 'cel-go',
            estimate: (call) => pairwiseEstimate(2, targetSize(call)),
            track: ([list]) => pairwiseCost(list),
            precedesCall: true,
          },
        },
      },
      flatten: {
        list_flatten: {
          signature: 'list(list(T)).() -> list(T)',
          binding: { call: ([list = null]) => flatten(list, 1n), skipsTypeGuard: true },
          cost: {
            definedBy: 'cel-go',
            estimate: (call) => newList(1, targetSize(call)),
            track: trackFlatten(largestRange === undefined),
          },
        },
        list_flatten_int: {
          signature: 'list(dyn).(int) -> list(dyn)',
          binding: {
            call: ([list = null, depth = null]) => flatten(list, depth, depth),
            skipsTypeGuard: true,
          },
          cost: {
            definedBy: 'cel-go',
            estimate: (call) =>
              newList(Number(literalInt(call.args[0], UINT64_MAX)), targetSize(call)),
            track: trackFlatten(largestRange === undefined),
          },
        },
      },
      'lists.range': {
        lists_range: {
          signature: '(int) -> list(int)',
          binding: implement(['int'], (end) => range(end, largestRange)),
          cost: {
            definedBy: 'cel-go',
            estimate: ({ args }) => newList(1, fixedSize(literalInt(args[0], UINT64_MAX))),
            track: trackNewList,
          },
        },
      },
      reverse: {
        list_reverse: {
          signature: 'list(T).() -> list(T)',
          binding: implement(['list'], reverse),
          cost: {
            definedBy: 'cel-go',
            estimate: (call) => newList(1, targetSize(call)),
            track: trackNewList,
          },
        },
      },
      slice: {
        list_slice: {
          signature: 'list(T).(int, int) -> list(T)',
          binding: implement(['list', 'int', 'int'], slice),
          cost: {
            definedBy: 'cel-go',
            estimate: (call) => {
              const start = literalInt(call.args[0], 0n);
              const end = literalInt(call.args[1], targetSize(call).max);
              return newList(1, fixedSize(wrap(end - start)));
            },
            track: trackNewList,
          },
        },
      },
    },
  };
}

/** The types of elements that can be sorted, as the ids of overloads name them and as signatures do. */
const SORTABLE: readonly (readonly [id: string, type: string])[] = [
  ['int', 'int'],
  ['uint', 'uint'],
  ['double', 'double'],
  ['bool', 'bool'],
  ['google.protobuf.Duration', 'duration'],
  ['google.protobuf.Timestamp', 'timestamp'],
  ['string', 'string'],
  ['bytes', 'bytes'],
];

/** `sort`, and the function that `sortBy` expands to, with one overload for each type of elements or keys. */
function sortFunctions(): FunctionDefinitions {
  const sort: Record<string, OverloadDefinition> = {};
  const sortByKeys: Record<string, OverloadDefinition> = {};
  for (const [id, type] of SORTABLE) {
    const factor = id === 'string' || id === 'bytes' ? 2 + STRING_TRAVERSAL_FACTOR : 2;
    sort[`list_${id}_sort`] = {
      signature: `list(${type}).() -> list(${type})`,
      cost: sortCost(
        (call) => pairwiseEstimate(factor, targetSize(call)),
        ([list]) => pairwiseCost(list),
      ),
    };
    sortByKeys[`list_${id}_sortByAssociatedKeys`] = {
      signature: `list(T).(list(${type})) -> list(T)`,
      cost: sortCost(
        (call) => pairwiseEstimate(factor, argSize(call, 0)),
        ([, keys]) => pairwiseCost(keys),
      ),
    };
  }
  return { sort, '@sortByAssociatedKeys': sortByKeys };
}

function sortCost(
  estimate: NonNullable<OverloadCost['estimate']>,
  track: FunctionTracker,
): OverloadCost {
  return { definedBy: 'cel-go', estimate, track };
}

/** The cost of a call and of a new list. */
const NEW_LIST_COST = 1 + LIST_CREATION_COST;

function newList(factor: number, size: Size): CallEstimate {
  return { cost: add(scale(size.max, factor), BigInt(NEW_LIST_COST)), size };
}

/**
 * Each element is compared with each other. The server also uses the number of comparisons as the size of the result.
 */
function pairwiseEstimate(factor: number, size: Size): CallEstimate {
  return newList(factor, multiplySizes(size, size));
}

/** Throws what the server's code throws for a value that is not a list. */
function pairwiseCost(list: Result = null): number {
  if (!(list instanceof ListValue)) {
    throw new GoPanic(
      `interface conversion: ${valueTypeName(list)} is not traits.Lister: missing method ${missingMethodOf(list)}`,
    );
  }
  if (list.size === 0) return NEW_LIST_COST;
  const first = list.at(0);
  const hasSize = typeof first === 'string' || first instanceof Uint8Array;
  const factor = hasSize ? 2 + STRING_TRAVERSAL_FACTOR : 2;
  return Math.trunc(list.size * list.size * factor) + NEW_LIST_COST;
}

const trackNewList: FunctionTracker = (_, result) => actualSize(result) + NEW_LIST_COST;

/** The Go type of a value of CEL; maps and lists of an object without a schema are wrapped into one. */
function valueTypeName(value: Result): string {
  const name = goTypeName(value);
  if (value instanceof MapValue && !name.startsWith('*')) return '*types.baseMap';
  return value instanceof ListValue && !name.startsWith('*') ? '*types.baseList' : name;
}

/** The first method of a list, in the order of the alphabet, that another value does not have. */
function missingMethodOf(value: Result): 'Add' | 'Contains' {
  const isAdder =
    typeof value === 'bigint' ||
    typeof value === 'number' ||
    typeof value === 'string' ||
    value instanceof Uint ||
    value instanceof Uint8Array ||
    value instanceof Duration ||
    value instanceof Timestamp;
  return isAdder ? 'Contains' : 'Add';
}

/**
 * Throws what the server's code throws for a depth that is not an int.
 *
 * @param countsNegativeLevels true if a negative number of levels reduces the cost; since cel-go 0.27 it counts as 1
 */
function trackFlatten(countsNegativeLevels: boolean): FunctionTracker {
  return ([list = null, depth = 1n]) => {
    if (typeof depth !== 'bigint') {
      throw new GoPanic(`interface conversion: ref.Val is ${valueTypeName(depth)}, not types.Int`);
    }
    const levels = countsNegativeLevels || depth >= 0n ? Number(depth) : 1;
    const cost = Math.trunc(actualSize(list) * levels);
    // Converting a larger double to a uint64 gives this on the processors of servers.
    return (cost < 2 ** 64 ? cost : 2 ** 63) + NEW_LIST_COST;
  };
}

/** The value of an int literal, at least 0; the given value for any other operand. */
function literalInt(operand: Operand | undefined, otherwise: bigint): bigint {
  const expr: Expr | undefined = operand?.expr;
  if (expr?.kind !== 'const' || expr.value.type !== 'int') return otherwise;
  return expr.value.value < 0n ? 0n : expr.value.value;
}

const SORT_BY_INPUT = '@__sortBy_input__';

/** The kinds of expressions that can be lists. */
const POSSIBLE_LISTS: ReadonlySet<Expr['kind']> = new Set([
  'list',
  'select',
  'ident',
  'comprehension',
  'call',
]);

/** `list.sortBy(x, key)`: a call of `@sortByAssociatedKeys` with the list of the keys. */
const SORT_BY: Macro = receiverMacro('sortBy', 2, (nodes, target, args) => {
  const input = nodes.ident(SORT_BY_INPUT);
  if (!POSSIBLE_LISTS.has(target.kind)) {
    return nodes.error(
      target,
      'sortBy can only be applied to a list, identifier, comprehension, call or select expression',
    );
  }
  const keys = mapMacro(2).expand(nodes, args, nodes.copy(input));
  if (keys === undefined || keys.kind === 'error') return keys;
  const call = nodes.memberCall('@sortByAssociatedKeys', nodes.copy(input), keys);
  const variable = { name: SORT_BY_INPUT, value: () => target, step: () => input };
  return bindVariable(nodes, variable, call);
});

function slice(list: ListValue, start: bigint, end: bigint): Result {
  const error = (reason: string) => new ErrorValue(`cannot slice(${start}, ${end}), ${reason}`);
  if (start < 0n || end < 0n) return error('negative indexes not supported');
  if (start > end) return error('start index must be less than or equal to end index');
  if (BigInt(list.size) < end) return error(`list is length ${list.size}`);
  const elements: Value[] = [];
  for (let index = Number(start); index < Number(end); index++) {
    const element = list.at(index);
    if (element instanceof ErrorValue) return element;
    elements.push(element);
  }
  return new ArrayList(elements);
}

/**
 * Iterative, so that deep nesting does not overflow the stack.
 *
 * @param argument the depth if the call states it, for the message
 */
function flatten(list: Value, depth: Value, argument?: Value): Result {
  if (!(list instanceof ListValue) || typeof depth !== 'bigint') {
    const types = argument === undefined ? '' : runtimeTypeText(argument);
    return noSuchOverload(`${runtimeTypeText(list)}.flatten(${types})`);
  }
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

/** The type of a value as cel-go prints it, with its parameters. */
function runtimeTypeText(value: Value): string {
  if (value instanceof ListValue) return 'list(dyn)';
  if (value instanceof OptionalValue) return `${typeOfValue(value).name}(dyn)`;
  return value instanceof MapValue ? 'map(dyn, dyn)' : typeOfValue(value).name;
}

/** The ints from 0 to `end - 1`, made when they are read: the cost of a list is charged only after it exists. */
function range(end: bigint, largest: bigint | undefined): Result {
  if (largest !== undefined && end < 0n) {
    return new ErrorValue(`lists.range: size must be non-negative, got ${end}`);
  }
  if (largest !== undefined && end > largest) {
    return new ErrorValue(`lists.range: size ${end} exceeds maximum allowed (${largest})`);
  }
  return new RangeList(end);
}

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
  // A string or boolean equals only itself.
  const seen = new Set<Value>();
  const others: Value[] = [];
  const unique = elements.filter((element) => {
    if (typeof element === 'string' || typeof element === 'boolean') {
      if (seen.has(element)) return false;
      seen.add(element);
      return true;
    }
    if (others.some((other) => equal(element, other) === true)) return false;
    others.push(element);
    return true;
  });
  return new ArrayList(unique);
}

function isList(value: Value): boolean {
  return value instanceof ListValue;
}

function sortByAssociatedKeys(list: Value, keyList: Value): Result {
  // The server's code fails on a list whose keys are not a list, which no macro makes.
  if (!(list instanceof ListValue && keyList instanceof ListValue)) return noSuchOverload();
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
  sortUnstably(indices, (a, b) => compare(keys[a] ?? null, keys[b] ?? null) === -1);
  return new ArrayList(indices.map((index) => elements[index] ?? null));
}
