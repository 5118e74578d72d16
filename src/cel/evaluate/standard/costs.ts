import { costSize, traversal } from '../../values/size.ts';
import { OpaqueValue, OptionalValue, type Result } from '../../values/value.ts';
import type { CallCost } from '../implementations.ts';

const one: CallCost = () => 1;

const readBoth: CallCost = ([left = null, right = null]) =>
  traversal(costSize(left) + costSize(right));

const readShorter: CallCost = ([left = null, right = null]) =>
  traversal(Math.min(costSize(left), costSize(right)));

/** What it costs to match a text with a regular expression. */
export const matchCost: CallCost = ([text = null, pattern = null]) =>
  traversal(costSize(text) + 1) * Math.ceil(costSize(pattern) * 0.25);

const BY_OVERLOAD: ReadonlyMap<string, CallCost> = new Map(
  Object.entries<CallCost>({
    in_list: ([, list = null]) => costSize(list),
    add_string: readBoth,
    add_bytes: readBoth,
    matches_string: matchCost,
    less_string: readShorter,
    less_bytes: readShorter,
    less_equals_string: readShorter,
    less_equals_bytes: readShorter,
    greater_string: readShorter,
    greater_bytes: readShorter,
    greater_equals_string: readShorter,
    greater_equals_bytes: readShorter,
  }),
);

/**
 * What calls cost that their implementation knows no cost of.
 *
 * Source: `costCall` in `interpreter/runtimecost.go` of cel-go.
 *
 * @param overload undefined where several are possible: then all cost the same
 */
export function defaultCost(overload: string | undefined): CallCost {
  return (overload === undefined ? undefined : BY_OVERLOAD.get(overload)) ?? one;
}

export interface EqualityOptions {
  /** Whether optionals are as large as what they hold, and not of size 1. */
  readonly optionalsHaveSize: boolean;
  /** Whether `==` on a value of a library costs 1, whatever its size. */
  readonly opaquesHavePrice: boolean;
}

/** What it costs to compare values for equality. */
export function equalityCost(
  name: '_==_' | '_!=_',
  { optionalsHaveSize, opaquesHavePrice }: EqualityOptions,
): CallCost {
  const size = (value: Result = null) =>
    value instanceof OptionalValue && !optionalsHaveSize ? 1 : costSize(value);
  return ([left, right]) =>
    opaquesHavePrice && name === '_==_' && left instanceof OpaqueValue
      ? 1
      : traversal(Math.min(size(left), size(right)));
}
