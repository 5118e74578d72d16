import type { Call } from '../ast.ts';
import type { Result } from '../values/value.ts';
import { STRING_TRAVERSAL_FACTOR } from './factors.ts';
import { type Size, UNKNOWN_SIZE } from './size.ts';
import type { Operand, SizeTracker } from './size-tracker.ts';
import { scale } from './uint64.ts';

/** The costs of calls of an overload: an estimate and the actual cost, each of which is 1 if absent. */
export interface OverloadCost {
  /**
   * The code that defines the cost. Costs of `cel-go` count only for a call that the checker has resolved to one
   * overload; those of the `api-server` go by the name of the function.
   */
  readonly definedBy: 'cel-go' | 'api-server';
  /** True if the actual cost counts only for a call that the checker has resolved to this overload. */
  readonly needsResolution?: true;
  readonly estimate?: FunctionEstimator;
  readonly track?: FunctionTracker;
  /**
   * True if the call is not evaluated when its cost exceeds the limit. It is set for calls that take more than linear
   * time, and whose cost depends on the arguments only. The server evaluates such a call first, and fails afterwards.
   */
  readonly precedesCall?: true;
}

/**
 * Estimates the cost of a call before it is evaluated; undefined if it has no estimate for this call.
 * `FunctionEstimator` in `checker/cost.go` of cel-go.
 */
export type FunctionEstimator = (call: EstimatedCall) => CallEstimate | undefined;

/** A call of one of the overloads that it may resolve to. */
export interface EstimatedCall {
  readonly expr: Call;
  readonly overload: string;
  /** Undefined for a global function. */
  readonly target: Operand | undefined;
  readonly args: readonly Operand[];
  readonly sizes: SizeTracker;
}

export interface CallEstimate {
  /** The most that the call costs, without its target and arguments. */
  readonly cost: bigint;
  /** The size of the result, if it is known. */
  readonly size?: Size | undefined;
}

/**
 * The actual cost of a call, without its arguments. Calls cost also where an argument or the result is an error.
 * `FunctionTracker` in `interpreter/runtimecost.go` of cel-go.
 */
export type FunctionTracker = (args: readonly Result[], result: Result) => number;

/** The size of a call's target, as the estimators of libraries see it. */
export function targetSize({ target, sizes }: EstimatedCall): Size {
  return target === undefined ? UNKNOWN_SIZE : sizes.librarySize(target);
}

/** The size of an argument, as the estimators of libraries see it. */
export function argSize({ args, sizes }: EstimatedCall, index: number): Size {
  const arg = args[index];
  return arg === undefined ? UNKNOWN_SIZE : sizes.librarySize(arg);
}

/** The size of a call's target, as the estimator of the language sees it. */
export function languageTargetSize({ target, sizes }: EstimatedCall): Size {
  return target === undefined ? UNKNOWN_SIZE : sizes.languageSize(target);
}

/** The size of an argument, as the estimator of the language sees it. */
export function languageArgSize({ args, sizes }: EstimatedCall, index: number): Size {
  const arg = args[index];
  return arg === undefined ? UNKNOWN_SIZE : sizes.languageSize(arg);
}

/** The cost of traversing a string of a size once. */
export function traversalCost({ max }: Size): bigint {
  return scale(max, STRING_TRAVERSAL_FACTOR);
}

/** Estimates that the first argument is traversed once. */
export const estimateArgTraversal: FunctionEstimator = (call) => ({
  cost: traversalCost(argSize(call, 0)),
});
