import type { FunctionTracker } from '../cost/function-cost.ts';
import { equal } from '../values/equality.ts';
import { actualSize, traversal } from '../values/size.ts';
import { OpaqueValue, OptionalValue, type Result } from '../values/value.ts';
import type { CallOptions } from './step.ts';

/** The costs of comparisons in earlier releases. */
export interface EqualityCosts {
  /** True if the size of optional values is 1 in costs, as in cel-go 0.22 and earlier. */
  readonly optionalsHaveNoSize?: boolean;
  /** True if `==` on an opaque value costs as much as its size, as in Kubernetes 1.31 and earlier. */
  readonly opaquesCostTheirSize?: boolean;
}

/** `a == b`. */
export function equals(costs: EqualityCosts): CallOptions {
  return {
    call: ([left = null, right = null]) => equal(left, right),
    track: (args) => {
      const costsOne = args[0] instanceof OpaqueValue && costs.opaquesCostTheirSize !== true;
      return costsOne ? 1 : comparisonCost(args, costs);
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
  { optionalsHaveNoSize = false }: EqualityCosts,
): number {
  const size = (value: Result = null) =>
    value instanceof OptionalValue && optionalsHaveNoSize ? 1 : actualSize(value);
  return traversal(Math.min(size(left), size(right)));
}
