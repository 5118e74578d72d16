import {
  type CallCost,
  type CostedCall,
  type FunctionCost,
  NEW_LIST,
  TRAVERSAL,
} from './function-costs.ts';
import { fixedSize, multiplySizes, type Size, UNKNOWN_SIZE } from './size.ts';
import type { Operand } from './size-tracker.ts';
import { add, multiply, scale, UINT64_MAX, wrap } from './uint64.ts';

/** The elements of lists that can be sorted, as ids of overloads name them. */
const SORTABLE = [
  'int',
  'uint',
  'double',
  'bool',
  'google.protobuf.Duration',
  'google.protobuf.Timestamp',
  'string',
  'bytes',
];

/**
 * The costs of cel-go's own extensions, by overload: those of sets and of lists.
 *
 * Source: `ext/sets.go` and `ext/lists.go` of cel-go.
 */
export function extensionCosts(): ReadonlyMap<string, FunctionCost> {
  const costs = new Map<string, FunctionCost>(
    Object.entries<FunctionCost>({
      list_sets_contains_list: compareSets(1),
      list_sets_intersects_list: compareSets(1),
      list_sets_equivalent_list: compareSets(2),
      list_slice: (call) => {
        const start = integer(call.args[0], 0n);
        const end = integer(call.args[1], targetSize(call).max);
        return newList(1, fixedSize(wrap(end - start)));
      },
      lists_range: ({ args }) => newList(1, fixedSize(integer(args[0], UINT64_MAX))),
      list_reverse: (call) => newList(1, targetSize(call)),
      list_flatten: (call) => newList(1, targetSize(call)),
      list_flatten_int: (call) =>
        newList(Number(integer(call.args[0], UINT64_MAX)), targetSize(call)),
      list_distinct: (call) => compareAll(2, targetSize(call)),
    }),
  );
  for (const element of SORTABLE) {
    const factor = element === 'string' || element === 'bytes' ? 2 + TRAVERSAL : 2;
    costs.set(`list_${element}_sort`, (call) => compareAll(factor, targetSize(call)));
    costs.set(`list_${element}_sortByAssociatedKeys`, (call) =>
      compareAll(factor, argSize(call, 0)),
    );
  }
  return costs;
}

function compareSets(factor: number): FunctionCost {
  return (call) => ({
    cost: add(scale(multiply(argSize(call, 0).max, argSize(call, 1).max), factor), 1n),
  });
}

/** Every element is compared with every other; the server takes that for the size of the result, too. */
function compareAll(factor: number, size: Size): CallCost {
  return newList(factor, multiplySizes(size, size));
}

function newList(factor: number, size: Size): CallCost {
  return { cost: add(add(scale(size.max, factor), 1n), NEW_LIST), size };
}

function targetSize({ target, sizes }: CostedCall): Size {
  return target === undefined ? UNKNOWN_SIZE : sizes.librarySize(target);
}

function argSize({ args, sizes }: CostedCall, index: number): Size {
  const arg = args[index];
  return arg === undefined ? UNKNOWN_SIZE : sizes.librarySize(arg);
}

/** A number that is written as a literal. */
function integer(operand: Operand | undefined, otherwise: bigint): bigint {
  const expr = operand?.expr;
  if (expr?.kind !== 'const' || expr.value.type !== 'int') return otherwise;
  return expr.value.value < 0n ? 0n : expr.value.value;
}
