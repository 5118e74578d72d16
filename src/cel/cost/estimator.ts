import type { Call, Comprehension, Expr, Select } from '../ast.ts';
import type { CheckedAst } from '../check/checked-ast.ts';
import {
  type CallCost,
  type CostedCall,
  type FunctionCosts,
  NEW_LIST,
  NEW_MAP,
  NEW_STRUCT,
} from './function-costs.ts';
import { LANGUAGE_COSTS } from './language-costs.ts';
import { anySize, eitherSize, SCALAR_SIZE, type Size } from './size.ts';
import type { Operand, SizeTracker } from './size-tracker.ts';
import { add, larger, multiply, UINT64_MAX } from './uint64.ts';

export interface CostEstimate {
  /** What one evaluation costs at most. */
  readonly cost: bigint;
  /** The first value, in the order of evaluation, that costs out of all proportion since its size is not known. */
  readonly boundless: Expr | undefined;
}

/**
 * Estimates what one evaluation of an expression costs at most, as the API server does, in time linear in
 * the expression. That `has()` costs nothing is Kubernetes' choice, and the only one offered here.
 *
 * Source: `checker/cost.go` of cel-go. Only the upper end of its ranges of costs is kept, for nothing
 * depends on the lower one.
 *
 * @param sizes learns what the expression handles; a new one for each estimate
 */
export function estimateCost(
  checked: CheckedAst,
  sizes: SizeTracker,
  functions: FunctionCosts,
): CostEstimate {
  const estimator = new Estimator(checked, sizes, functions);
  const cost = estimator.cost(checked.ast.expr);
  return { cost, boundless: estimator.boundless };
}

/** No schema of a request of 3 MiB leads to a single call that costs as much. */
const BOUNDLESS = 2n ** 58n;

class Estimator {
  boundless: Expr | undefined;
  readonly #checked: CheckedAst;
  readonly #sizes: SizeTracker;
  readonly #functions: FunctionCosts;

  constructor(checked: CheckedAst, sizes: SizeTracker, functions: FunctionCosts) {
    this.#checked = checked;
    this.#sizes = sizes;
    this.#functions = functions;
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
        return expr.fields.reduce((sum, { value }) => add(sum, this.cost(value)), NEW_STRUCT);
      case 'comprehension':
        return this.#sizes.isBinding(expr) ? this.#binding(expr) : this.#loop(expr);
    }
  }

  /** The full name of the variable that a node stands for. */
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
    let sum = NEW_LIST;
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
    let sum = NEW_MAP;
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
    // The target of a function with dots in its name is a part of the name.
    const target = reference.isNamespaced ? undefined : expr.target;
    const targetCost = target === undefined ? 0n : this.cost(target);
    const call = {
      expr,
      target: target === undefined ? undefined : this.#sizes.operand(target),
      args,
      sizes: this.#sizes,
    };
    const own = this.#own(call, reference.name, reference.overloads);
    if (own >= BOUNDLESS) this.#blame(call);
    return add(add(targetCost, sumOf(costs, reference.overloads)), own);
  }

  /** What a call costs itself: as much as the most expensive of the overloads that it may be of. */
  #own(call: Omit<CostedCall, 'overload'>, name: string, overloads: readonly string[]): bigint {
    let most = 0n;
    let result: Size | undefined;
    for (const overload of overloads) {
      const { cost, size } = this.#overloadCost({ ...call, overload }, name);
      most = larger(most, cost);
      if (size !== undefined) result = result === undefined ? size : eitherSize(result, size);
      result = this.#sizes.resultAfter(call.expr, overload, result);
    }
    this.#sizes.noteResult(call.expr, result);
    return most;
  }

  #overloadCost(call: CostedCall, name: string): CallCost {
    return (
      this.#functions.byOverload.get(call.overload)?.(call) ??
      this.#functions.byName.get(name)?.(call) ??
      LANGUAGE_COSTS.get(call.overload)?.(call) ?? { cost: 1n }
    );
  }

  #blame({ target, args }: Omit<CostedCall, 'overload'>): void {
    const operands = target === undefined ? args : [target, ...args];
    const unknown = operands.find((operand) => this.#sizes.librarySize(operand).max === UINT64_MAX);
    this.boundless ??= unknown?.expr;
  }

  #loop(expr: Comprehension): bigint {
    const start = add(this.cost(expr.iterRange), this.cost(expr.accuInit));
    this.#sizes.enterLoop(expr);
    const condition = this.cost(expr.loopCondition);
    const round = add(condition, this.cost(expr.loopStep));
    this.#sizes.leaveLoop(expr);
    const sum = add(start, this.cost(expr.result));
    const { max } = this.#sizes.finishLoop(expr);
    if (max === UINT64_MAX) this.boundless ??= expr.iterRange;
    return add(sum, multiply(max, round));
  }

  #binding(expr: Comprehension): bigint {
    const start = add(this.cost(expr.iterRange), this.cost(expr.accuInit));
    this.#sizes.enterBinding(expr);
    const sum = add(start, this.cost(expr.result));
    this.#sizes.leaveBinding(expr);
    return sum;
  }
}

/** Of a conditional only the more expensive branch counts. */
function sumOf(costs: readonly bigint[], [overload]: readonly string[]): bigint {
  const [condition = 0n, yes = 0n, no = 0n] = costs;
  return overload === 'conditional' ? add(condition, larger(yes, no)) : costs.reduce(add, 0n);
}
