import type { Expr } from '../ast.ts';
import type { NodeFactory } from './node-factory.ts';

/** An operator in a chain, with the id and offset of its call. */
export interface LogicOperator {
  readonly id: number;
  readonly offset: number;
}

/**
 * Makes a balanced tree from a chain `a && b && c ...` or `a || b || c ...`, so that long chains are not deeply
 * nested. `terms` has one element more than `operators`.
 *
 * Source: `balancedTree` in `parser/helper.go` of cel-go.
 */
export function balancedLogic(
  nodes: NodeFactory,
  name: '_&&_' | '_||_',
  terms: readonly Expr[],
  operators: readonly LogicOperator[],
): Expr {
  const build = (low: number, high: number): Expr | undefined => {
    const middle = (low + high + 1) >> 1;
    const operator = operators[middle];
    const left = middle === low ? terms[middle] : build(low, middle - 1);
    const right = middle === high ? terms[middle + 1] : build(middle + 1, high);
    if (operator === undefined || left === undefined || right === undefined) return undefined;
    return nodes.call(operator.id, operator.offset, name, [left, right]);
  };
  const expr = operators.length === 0 ? terms[0] : build(0, operators.length - 1);
  if (expr === undefined) throw new RangeError('a chain has one term more than operators');
  return expr;
}
