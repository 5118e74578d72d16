import { type CostedCall, type FunctionCost, PATTERN, TRAVERSAL } from './function-costs.ts';
import { addSizes, eitherEntries, eitherSize, fixedSize, type Size, UNKNOWN_SIZE } from './size.ts';
import { multiply, scale, smaller, wrap } from './uint64.ts';

/**
 * The costs of the functions of the language, by overload; all that are missing cost 1. The branches of a
 * conditional are not counted here.
 *
 * Source: `functionCost` in `checker/cost.go` of cel-go.
 */
export const LANGUAGE_COSTS: ReadonlyMap<string, FunctionCost> = new Map(
  Object.entries<FunctionCost>({
    string_format: (call) => ({ cost: scale(targetSize(call).max, TRAVERSAL) }),
    string_to_bytes: (call) => {
      const { min, max } = argSize(call, 0);
      return { cost: scale(max, TRAVERSAL), size: { min, max: wrap(max * 4n) } };
    },
    bytes_to_string: (call) => {
      const { min, max } = argSize(call, 0);
      return { cost: scale(max, TRAVERSAL), size: { min: min / 4n, max } };
    },
    strings_quote: (call) => {
      const { min, max } = argSize(call, 0);
      return {
        cost: scale(max, TRAVERSAL),
        size: { min: wrap(min + 2n), max: wrap(max * 2n + 2n) },
      };
    },
    starts_with_string: traverseArgument,
    ends_with_string: traverseArgument,
    in_list: (call) => ({ cost: argSize(call, 1).max }),
    matches_string: (call) => {
      // One more, so that a pattern costs something on an empty text too.
      const text = addSizes(targetSize(call), fixedSize(1n));
      return {
        cost: multiply(scale(text.max, TRAVERSAL), scale(argSize(call, 0).max, PATTERN)),
      };
    },
    contains_string: (call) => ({
      cost: multiply(
        scale(targetSize(call).max, TRAVERSAL),
        scale(argSize(call, 0).max, TRAVERSAL),
      ),
    }),
    logical_and: () => ({ cost: 0n }),
    logical_or: () => ({ cost: 0n }),
    conditional: (call) => {
      const size = eitherSize(argSize(call, 1), argSize(call, 2));
      joinEntries(call, 1, 2);
      return { cost: 0n, size };
    },
    add_string: concatenate,
    add_bytes: concatenate,
    add_list: (call) => {
      const size = addSizes(argSize(call, 0), argSize(call, 1));
      joinEntries(call, 0, 1);
      return { cost: 1n, size };
    },
    equals: compare,
    not_equals: compare,
    less_string: compare,
    less_equals_string: compare,
    greater_string: compare,
    greater_equals_string: compare,
    less_bytes: compare,
    less_equals_bytes: compare,
    greater_bytes: compare,
    greater_equals_bytes: compare,
  }),
);

function targetSize({ target, sizes }: CostedCall): Size {
  return target === undefined ? UNKNOWN_SIZE : sizes.languageSize(target);
}

function argSize({ args, sizes }: CostedCall, index: number): Size {
  const arg = args[index];
  return arg === undefined ? UNKNOWN_SIZE : sizes.languageSize(arg);
}

function traverseArgument(call: CostedCall) {
  return { cost: scale(argSize(call, 0).max, TRAVERSAL) };
}

function concatenate(call: CostedCall) {
  const size = addSizes(argSize(call, 0), argSize(call, 1));
  joinEntries(call, 0, 1);
  return { cost: scale(size.max, TRAVERSAL), size };
}

/** As much as the shorter one has. */
function compare(call: CostedCall) {
  return { cost: scale(smaller(argSize(call, 0).max, argSize(call, 1).max), TRAVERSAL) };
}

function joinEntries({ expr, sizes }: CostedCall, first: number, second: number): void {
  const a = expr.args[first];
  const b = expr.args[second];
  if (a === undefined || b === undefined) return;
  sizes.noteEntries(expr, eitherEntries(sizes.entriesOf(a), sizes.entriesOf(b)));
}
