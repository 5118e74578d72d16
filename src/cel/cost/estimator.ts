import { UINT64_MAX } from '../../base/go/integers.ts';
import type { Call, Comprehension, Expr, Select } from '../ast.ts';
import type { CheckedAst } from '../check/checked-ast.ts';
import { LIST_CREATION_COST, MAP_CREATION_COST, STRUCT_CREATION_COST } from './factors.ts';
import type { CallEstimate, EstimatedCall, FunctionEstimator } from './function-cost.ts';
import { anySize, eitherSize, SCALAR_SIZE, type Size } from './size.ts';
import type { Operand, SizeTracker } from './size-tracker.ts';
import { add, larger, multiply } from './uint64.ts';

/** Estimators by the id of the overload; without one, a call costs 1. */
export type Estimators = ReadonlyMap<string, FunctionEstimator>;

export interface CostEstimate {
  /** The most that one evaluation costs. */
  readonly cost: bigint;
  /** The first value, in the order of evaluation, whose unknown size makes the estimate useless. */
  readonly unbounded: Expr | undefined;
}

/**
 * Estimates the most that one evaluation of an expression costs, in time linear in the size of the expression.
 * Presence tests with `has()` cost nothing: the option that the API server sets.
 *
 * Source: `checker/cost.go` of cel-go, of whose cost ranges only the upper end is computed.
 *
 * @param sizes tracks the sizes in the expression; a new one for each estimate
 */
export function estimateCost(
  checked: CheckedAst,
  sizes: SizeTracker,
  estimators: Estimators,
): CostEstimate {
  const estimator = new Estimator(checked, sizes, estimators);
  const cost = estimator.cost(checked.ast.expr);
  return { cost, unbounded: estimator.unbounded };
}

/**
 * A call that costs as much has an operand of unknown size: no schema within a request of 3 MiB makes it so expensive.
 */
const UNBOUNDED_COST = 2n ** 58n;

class Estimator {
  unbounded: Expr | undefined;
  readonly #checked: CheckedAst;
  readonly #sizes: SizeTracker;
  readonly #estimators: Estimators;

  constructor(checked: CheckedAst, sizes: SizeTracker, estimators: Estimators) {
    this.#checked = checked;
    this.#sizes = sizes;
    this.#estimators = estimators;
  }

  cost(expr: Expr): bigint {
    switch (expr.kind) {
      case 'const':
        return 0n;
      case 'ident':
        this.#sizes.noteIdent(expr, this.#variable(expr) ?? expr.name);
        return 1n;
      case 'select':
        return this.#select(expr);
      case 'call':
        return this.#call(expr);
      case 'list':
        return this.#list(expr);
      case 'map':
        return this.#map(expr);
      case 'struct':
        return expr.fields.reduce(
          (sum, { value }) => add(sum, this.cost(value)),
          BigInt(STRUCT_CREATION_COST),
        );
      case 'comprehension':
        return this.#sizes.isBinding(expr) ? this.#binding(expr) : this.#loop(expr);
    }
  }

  /** The qualified name of the variable that a node refers to. */
  #variable({ id }: Expr): string | undefined {
    const reference = this.#checked.references.get(id);
    return reference?.kind === 'variable' ? reference.name : undefined;
  }

  #select(expr: Select): bigint {
    const variable = this.#variable(expr);
    if (variable !== undefined) {
      this.#sizes.noteIdent(expr, variable);
      return 1n;
    }
    const cost = this.cost(expr.operand);
    if (expr.testOnly) return cost;
    this.#sizes.noteSelect(expr);
    const kind = this.#checked.types.get(expr.operand.id)?.kind;
    const isLookup = kind === 'map' || kind === 'struct' || kind === 'type-param';
    return isLookup ? add(cost, 1n) : cost;
  }

  #list(expr: Expr & { kind: 'list' }): bigint {
    let sum = BigInt(LIST_CREATION_COST);
    const elements: Size[] = [];
    for (const element of expr.elements) {
      sum = add(sum, this.cost(element));
      elements.push(this.#sizes.sizeOf(element));
    }
    const value = anySize(elements);
    this.#sizes.noteEntries(expr, { container: 'list', key: SCALAR_SIZE, value });
    return sum;
  }

  #map(expr: Expr & { kind: 'map' }): bigint {
    let sum = BigInt(MAP_CREATION_COST);
    const keys: Size[] = [];
    const values: Size[] = [];
    for (const { key, value } of expr.entries) {
      sum = add(add(sum, this.cost(key)), this.cost(value));
      keys.push(this.#sizes.sizeOf(key));
      values.push(this.#sizes.sizeOf(value));
    }
    const sizes = { key: anySize(keys), value: anySize(values) };
    this.#sizes.noteEntries(expr, { container: 'map', ...sizes });
    return sum;
  }

  #call(expr: Call): bigint {
    const reference = this.#checked.references.get(expr.id);
    if (reference?.kind !== 'function') return 0n;
    const [first] = expr.args;
    if (reference.name === 'dyn' && this.#sizes.seesThroughDyn && first !== undefined) {
      const cost = this.cost(first);
      this.#sizes.noteSame(expr, first);
      return add(cost, 1n);
    }
    const costs: bigint[] = [];
    const args: Operand[] = [];
    for (const arg of expr.args) {
      costs.push(this.cost(arg));
      args.push(this.#sizes.operand(arg));
    }
    // The target of a namespaced function is part of its name.
    const target = reference.isNamespaced ? undefined : expr.target;
    const targetCost = target === undefined ? 0n : this.cost(target);
    const call = {
      expr,
      target: target === undefined ? undefined : this.#sizes.operand(target),
      args,
      sizes: this.#sizes,
    };
    const own = this.#callCost(call, reference.overloads);
    if (own >= UNBOUNDED_COST) this.#noteUnbounded(call);
    return add(add(targetCost, sumOf(costs, reference.overloads)), own);
  }

  /** The cost of a call without its operands: that of the most expensive overload that it may resolve to. */
  #callCost(call: Omit<EstimatedCall, 'overload'>, overloads: readonly string[]): bigint {
    let most = 0n;
    let result: Size | undefined;
    for (const overload of overloads) {
      const { cost, size } = this.#overloadCost({ ...call, overload });
      most = larger(most, cost);
      if (size !== undefined) result = result === undefined ? size : eitherSize(result, size);
      result = this.#sizes.resultAfter(call.expr, overload, result);
    }
    this.#sizes.noteResult(call.expr, result);
    return most;
  }

  #overloadCost(call: EstimatedCall): CallEstimate {
    return this.#estimators.get(call.overload)?.(call) ?? { cost: 1n };
  }

  #noteUnbounded({ target, args }: Omit<EstimatedCall, 'overload'>): void {
    const operands = target === undefined ? args : [target, ...args];
    const unknown = operands.find((operand) => this.#sizes.librarySize(operand).max === UINT64_MAX);
    this.unbounded ??= unknown?.expr;
  }

  #loop(expr: Comprehension): bigint {
    const start = add(this.cost(expr.iterRange), this.cost(expr.accuInit));
    this.#sizes.enterLoop(expr);
    const condition = this.cost(expr.loopCondition);
    const iteration = add(condition, this.cost(expr.loopStep));
    this.#sizes.leaveLoop(expr);
    const sum = add(start, this.cost(expr.result));
    const { max } = this.#sizes.finishLoop(expr);
    if (max === UINT64_MAX) this.unbounded ??= expr.iterRange;
    return add(sum, multiply(max, iteration));
  }

  #binding(expr: Comprehension): bigint {
    const start = add(this.cost(expr.iterRange), this.cost(expr.accuInit));
    this.#sizes.enterBinding(expr);
    const sum = add(start, this.cost(expr.result));
    this.#sizes.leaveBinding(expr);
    return sum;
  }
}

/** The cost of the arguments; of a conditional, only the more expensive branch counts. */
function sumOf(costs: readonly bigint[], [overload]: readonly string[]): bigint {
  const [condition = 0n, yes = 0n, no = 0n] = costs;
  return overload === 'conditional' ? add(condition, larger(yes, no)) : costs.reduce(add, 0n);
}
