import type { Call } from '../ast.ts';
import type { Size } from './size.ts';
import type { Operand, SizeTracker } from './size-tracker.ts';

/** A call whose cost is asked for, with one of the overloads that it may be of. */
export interface CostedCall {
  readonly expr: Call;
  readonly overload: string;
  /** Undefined of a function that is not called on anything. */
  readonly target: Operand | undefined;
  readonly args: readonly Operand[];
  readonly sizes: SizeTracker;
}

/** What a call costs beside its target and arguments, and how large its result is where that is known. */
export interface CallCost {
  readonly cost: bigint;
  readonly size?: Size | undefined;
}

/** Estimates the cost of a call; undefined where it has nothing to say about this one. */
export type FunctionCost = (call: CostedCall) => CallCost | undefined;

/**
 * The costs of functions. Those by overload go first, then those by the name of the function, at last those
 * of the language. All others cost 1.
 */
export interface FunctionCosts {
  readonly byOverload: ReadonlyMap<string, FunctionCost>;
  readonly byName: ReadonlyMap<string, FunctionCost>;
}

/** How much one character counts where a text is gone through once. */
export const TRAVERSAL = 0.1;
/** How much one character of a regular expression counts: most of its steps are written with four. */
export const PATTERN = 0.25;
/** What a new list, and a new message, cost. */
export const NEW_LIST = 10n;
export const NEW_MAP = 30n;
export const NEW_STRUCT = 40n;
