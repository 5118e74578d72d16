import type { FunctionTracker } from '../cost/function-cost.ts';
import { equal } from '../values/equality.ts';
import { actualSize, traversal } from '../values/size.ts';
import { OpaqueValue, OptionalValue, type Result } from '../values/value.ts';
import type { CallOptions } from './step.ts';

export interface EqualityCosts {
  /** True if an optional value has the size of its value, and not the size 1. */
  readonly optionalsHaveSize: boolean;
  /** True if `==` on an opaque value costs 1, whatever its size. */
  readonly opaquesCostOne: boolean;
}

/** `a == b`. */
export function equals(costs: EqualityCosts): CallOptions {
  return {
    call: ([left = null, right = null]) => equal(left, right),
    track: (args) => {
      const isOpaque = costs.opaquesCostOne && args[0] instanceof OpaqueValue;
      return isOpaque ? 1 : comparisonCost(args, costs);
    },
    order: 'all',
  };
}

/** `a != b`: true also if the comparison is an error. */
export function notEquals(costs: EqualityCosts): CallOptions {
  return {
    call: ([left = null, right = null]) => equal(left, right) !== true,
    track: (args) => comparisonCost(args, costs),
    order: 'all',
  };
}

/** Source: `costCall` in `interpreter/runtimecost.go` of cel-go. */
function comparisonCost(
  [left, right]: Parameters<FunctionTracker>[0],
  { optionalsHaveSize }: EqualityCosts,
): number {
  const size = (value: Result = null) =>
    value instanceof OptionalValue && !optionalsHaveSize ? 1 : actualSize(value);
  return traversal(Math.min(size(left), size(right)));
}
