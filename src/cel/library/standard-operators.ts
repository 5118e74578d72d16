import { STRING_TRAVERSAL_FACTOR } from '../cost/factors.ts';
import {
  type CallEstimate,
  type EstimatedCall,
  type FunctionTracker,
  languageArgSize,
  type OverloadCost,
  traversalCost,
} from '../cost/function-cost.ts';
import { addSizes, eitherEntries, eitherSize } from '../cost/size.ts';
import { scale, smaller } from '../cost/uint64.ts';
import type { Singleton } from '../declarations.ts';
import { add, divide, modulo, multiply, negate, subtract } from '../values/arithmetic.ts';
import { isIn } from '../values/membership.ts';
import { isComparable, isNumber, relation } from '../values/ordering.ts';
import { actualSize, traversal } from '../values/size.ts';
import {
  Duration,
  ListValue,
  noSuchOverload,
  type Result,
  Timestamp,
  Uint,
  type Value,
} from '../values/value.ts';
import type { FunctionDefinitions } from './library.ts';

/**
 * The operators of the language. The planner evaluates `&&`, `||`, `?:`, `[]`, `==` and `!=`; the others are
 * singletons.
 *
 * Source: `common/stdlib/standard.go` of cel-go, and for the costs `checker/cost.go` and `interpreter/runtimecost.go`.
 */
export function standardOperators(): FunctionDefinitions {
  const membership = {
    in_list: { signature: '(A, list(A)) -> bool', cost: MEMBERSHIP_COST },
    in_map: '(A, map(A, B)) -> bool',
  };
  return {
    '!_': { logical_not: '(bool) -> bool' },
    '-_': { negate_double: '(double) -> double', negate_int64: '(int) -> int' },
    '@in': membership,
    '@not_strictly_false': { not_strictly_false: '(bool) -> bool' },
    '_!=_': { not_equals: { signature: '(A, A) -> bool', cost: EQUALITY_COST } },
    '_%_': { modulo_int64: '(int, int) -> int', modulo_uint64: '(uint, uint) -> uint' },
    '_&&_': { logical_and: { signature: '(bool, bool) -> bool', cost: NO_COST } },
    '_*_': {
      multiply_double: '(double, double) -> double',
      multiply_int64: '(int, int) -> int',
      multiply_uint64: '(uint, uint) -> uint',
    },
    '_+_': {
      add_bytes: { signature: '(bytes, bytes) -> bytes', cost: CONCATENATION_COST },
      add_double: '(double, double) -> double',
      add_duration_duration: '(duration, duration) -> duration',
      add_duration_timestamp: '(duration, timestamp) -> timestamp',
      add_timestamp_duration: '(timestamp, duration) -> timestamp',
      add_int64: '(int, int) -> int',
      add_list: { signature: '(list(A), list(A)) -> list(A)', cost: LIST_CONCATENATION_COST },
      add_string: { signature: '(string, string) -> string', cost: CONCATENATION_COST },
      add_uint64: '(uint, uint) -> uint',
    },
    '_-_': {
      subtract_double: '(double, double) -> double',
      subtract_duration_duration: '(duration, duration) -> duration',
      subtract_int64: '(int, int) -> int',
      subtract_timestamp_duration: '(timestamp, duration) -> timestamp',
      subtract_timestamp_timestamp: '(timestamp, timestamp) -> duration',
      subtract_uint64: '(uint, uint) -> uint',
    },
    '_/_': {
      divide_double: '(double, double) -> double',
      divide_int64: '(int, int) -> int',
      divide_uint64: '(uint, uint) -> uint',
    },
    '_<=_': relationOverloads('less_equals'),
    '_<_': relationOverloads('less'),
    '_==_': { equals: { signature: '(A, A) -> bool', cost: EQUALITY_COST } },
    '_>=_': relationOverloads('greater_equals'),
    '_>_': relationOverloads('greater'),
    '_?_:_': { conditional: { signature: '(bool, A, A) -> A', cost: CONDITIONAL_COST } },
    '_[_]': { index_list: '(list(A), int) -> A', index_map: '(map(A, B), A) -> B' },
    '_||_': { logical_or: { signature: '(bool, bool) -> bool', cost: NO_COST } },
  };
}

function relationOverloads(prefix: string): FunctionDefinitions[string] {
  return {
    [`${prefix}_bool`]: '(bool, bool) -> bool',
    [`${prefix}_int64`]: '(int, int) -> bool',
    [`${prefix}_int64_double`]: '(int, double) -> bool',
    [`${prefix}_int64_uint64`]: '(int, uint) -> bool',
    [`${prefix}_uint64`]: '(uint, uint) -> bool',
    [`${prefix}_uint64_double`]: '(uint, double) -> bool',
    [`${prefix}_uint64_int64`]: '(uint, int) -> bool',
    [`${prefix}_double`]: '(double, double) -> bool',
    [`${prefix}_double_int64`]: '(double, int) -> bool',
    [`${prefix}_double_uint64`]: '(double, uint) -> bool',
    [`${prefix}_string`]: { signature: '(string, string) -> bool', cost: COMPARISON_COST },
    [`${prefix}_bytes`]: { signature: '(bytes, bytes) -> bool', cost: COMPARISON_COST },
    [`${prefix}_timestamp`]: '(timestamp, timestamp) -> bool',
    [`${prefix}_duration`]: '(duration, duration) -> bool',
  };
}

/** The implementations of operators, each for all its overloads. */
export function operatorSingletons(): Readonly<Record<string, Singleton>> {
  const membership: Singleton = { accepts: isAny, call: isIn };
  return {
    '_+_': { accepts: isAdder, call: add },
    '_-_': { accepts: (value) => isNumber(value) || isTime(value), call: subtract },
    '_*_': { accepts: isNumber, call: multiply },
    '_/_': { accepts: isNumber, call: divide },
    '_%_': { accepts: (value) => isNumber(value) && typeof value !== 'number', call: modulo },
    '-_': { accepts: isNegator, call: negate },
    '!_': { accepts: isAny, call: not },
    '_<_': { accepts: isComparable, call: relation(-1) },
    '_<=_': { accepts: isComparable, call: relation(-1, 0) },
    '_>_': { accepts: isComparable, call: relation(1) },
    '_>=_': { accepts: isComparable, call: relation(1, 0) },
    '@in': membership,
  };
}

function isAny(): boolean {
  return true;
}

function isTime(value: Value): boolean {
  return value instanceof Duration || value instanceof Timestamp;
}

function isAdder(value: Value): boolean {
  return (
    isNumber(value) ||
    isTime(value) ||
    typeof value === 'string' ||
    value instanceof Uint8Array ||
    value instanceof ListValue
  );
}

function isNegator(value: Value): boolean {
  if (value instanceof Uint) return false;
  return isNumber(value) || value instanceof Duration || typeof value === 'boolean';
}

function not(value: Value): Result {
  return typeof value === 'boolean' ? !value : noSuchOverload();
}

const NO_COST: OverloadCost = { definedBy: 'cel-go', estimate: () => ({ cost: 0n }) };

const MEMBERSHIP_COST: OverloadCost = {
  definedBy: 'cel-go',
  estimate: (call) => ({ cost: languageArgSize(call, 1).max }),
  track: ([, list = null]) => actualSize(list),
};

const CONCATENATION_COST: OverloadCost = {
  definedBy: 'cel-go',
  estimate: (call) => {
    const size = addSizes(languageArgSize(call, 0), languageArgSize(call, 1));
    noteEitherEntries(call, 0, 1);
    return { cost: traversalCost(size), size };
  },
  track: ([left = null, right = null]) => traversal(actualSize(left) + actualSize(right)),
};

const LIST_CONCATENATION_COST: OverloadCost = {
  definedBy: 'cel-go',
  estimate: (call) => {
    const size = addSizes(languageArgSize(call, 0), languageArgSize(call, 1));
    noteEitherEntries(call, 0, 1);
    return { cost: 1n, size };
  },
};

/** The cost of a conditional expression without its branches, which the estimator adds itself. */
const CONDITIONAL_COST: OverloadCost = {
  definedBy: 'cel-go',
  estimate: (call) => {
    const size = eitherSize(languageArgSize(call, 1), languageArgSize(call, 2));
    noteEitherEntries(call, 1, 2);
    return { cost: 0n, size };
  },
};

const trackComparison: FunctionTracker = ([left = null, right = null]) =>
  traversal(Math.min(actualSize(left), actualSize(right)));

const COMPARISON_COST: OverloadCost = {
  definedBy: 'cel-go',
  estimate: estimateComparison,
  track: trackComparison,
};

/** The planner tracks the cost of equality. */
const EQUALITY_COST: OverloadCost = { definedBy: 'cel-go', estimate: estimateComparison };

/** The shorter operand is traversed once. */
export function estimateComparison(call: EstimatedCall): CallEstimate {
  const shorter = smaller(languageArgSize(call, 0).max, languageArgSize(call, 1).max);
  return { cost: scale(shorter, STRING_TRAVERSAL_FACTOR) };
}

/** Notes that the elements of the result are those of two arguments. */
function noteEitherEntries({ expr, sizes }: EstimatedCall, first: number, second: number): void {
  const a = expr.args[first];
  const b = expr.args[second];
  if (a === undefined || b === undefined) return;
  sizes.noteEntries(expr, eitherEntries(sizes.entriesOf(a), sizes.entriesOf(b)));
}
