import type { FunctionTracker } from '../cost/function-cost.ts';
import {
  ErrorValue,
  noSuchOverload,
  OptionalValue,
  type Result,
  type Value,
} from '../values/value.ts';
import type { Scope } from './scope.ts';

/** An evaluable node of an expression: `Interpretable` in `interpreter/interpretable.go` of cel-go. */
export abstract class Step {
  abstract readonly id: number;
  abstract eval(scope: Scope): Result;
}

/** A step with the number of one node of the expression. */
export abstract class NodeStep extends Step {
  readonly id: number;

  constructor(id: number) {
    super();
    this.id = id;
  }
}

export class ConstantStep extends NodeStep {
  readonly value: Result;

  constructor(id: number, value: Result) {
    super(id);
    this.value = value;
  }

  eval({ tracker }: Scope): Result {
    tracker.push(this.id);
    return this.value;
  }
}

/** The arguments that are evaluated: all of them, or only those up to the first error. */
type ArgumentOrder = 'all' | 'until-error';

/** Computes the result of a call; not called if an argument is an error. */
export type CallFunction = (args: readonly Value[]) => Result;

export interface CallOptions {
  readonly call: CallFunction;
  readonly track: FunctionTracker;
  /** See `OverloadCost`. */
  readonly precedesCall?: boolean;
  readonly order: ArgumentOrder;
}

export class CallStep extends NodeStep {
  readonly #args: readonly Step[];
  readonly #options: CallOptions;

  constructor(id: number, args: readonly Step[], options: CallOptions) {
    super(id);
    this.#args = args;
    this.#options = options;
  }

  eval(scope: Scope): Result {
    const args: Value[] = [];
    /** The arguments, if one of them is an error. */
    let withErrors: Result[] | undefined;
    let error: ErrorValue | undefined;
    const { call, track, precedesCall, order } = this.#options;
    for (const arg of this.#args) {
      const value = arg.eval(scope);
      if (value instanceof ErrorValue) {
        error ??= value;
        withErrors ??= [...args];
      } else args.push(value);
      withErrors?.push(value);
      if (error !== undefined && order === 'until-error') break;
    }
    const given = withErrors ?? args;
    const { tracker } = scope;
    const isTracked = tracker.dropAll(this.#args);
    if (isTracked && precedesCall === true) {
      tracker.cost += track(given, null);
      tracker.checkCost();
    }
    const result = error ?? call(args);
    if (isTracked && precedesCall !== true) tracker.cost += track(given, result);
    if (typeof result === 'string') tracker.countString(result);
    tracker.push(this.id);
    return result;
  }
}

/** `@not_strictly_false(x)`: true for anything but false, errors included. */
export class NotStrictlyFalseStep extends NodeStep {
  readonly #arg: Step;

  constructor(id: number, arg: Step) {
    super(id);
    this.#arg = arg;
  }

  eval(scope: Scope): Result {
    const value = this.#arg.eval(scope);
    if (scope.tracker.drop(this.#arg.id)) scope.tracker.cost += 1;
    scope.tracker.push(this.id);
    return value !== false;
  }
}

/** `&&` and `||`: an operand that decides the result absorbs the errors of the others. */
export class LogicStep extends NodeStep {
  readonly #terms: readonly Step[];
  readonly #deciding: boolean;

  /** @param deciding the value of an operand that decides: false for `&&`, true for `||` */
  constructor(id: number, terms: readonly Step[], deciding: boolean) {
    super(id);
    this.#terms = terms;
    this.#deciding = deciding;
  }

  eval(scope: Scope): Result {
    const result = this.#decide(scope);
    for (const { id } of this.#terms) scope.tracker.drop(id);
    scope.tracker.push(this.id);
    return result;
  }

  #decide(scope: Scope): Result {
    let error: ErrorValue | undefined;
    for (const term of this.#terms) {
      const value = term.eval(scope);
      if (value === this.#deciding) return value;
      if (typeof value === 'boolean') continue;
      error ??= value instanceof ErrorValue ? value : noSuchOverload();
    }
    return error ?? !this.#deciding;
  }
}

/** The differences between `optional.or(x)` and `optional.orValue(x)`, and between releases. */
interface AlternativeOptions {
  /** True if the result is the value of the optional value. */
  readonly unwraps: boolean;
  /** True if a target that is not optional is the result. */
  readonly acceptsAnyValue: boolean;
}

/** `optional.or(x)` and `optional.orValue(x)`: the second operand is evaluated only if the first has no value. */
export class OptionalOrStep extends NodeStep {
  readonly #first: Step;
  readonly #second: Step;
  readonly #options: AlternativeOptions;

  constructor(id: number, first: Step, second: Step, options: AlternativeOptions) {
    super(id);
    this.#first = first;
    this.#second = second;
    this.#options = options;
  }

  eval(scope: Scope): Result {
    const result = this.#choose(scope);
    scope.tracker.push(this.id);
    return result;
  }

  #choose(scope: Scope): Result {
    const first = this.#first.eval(scope);
    if (!(first instanceof OptionalValue)) {
      const isResult = first instanceof ErrorValue || this.#options.acceptsAnyValue;
      return isResult ? first : noSuchOverload();
    }
    if (first.value === undefined) return this.#second.eval(scope);
    return this.#options.unwraps ? first.value : first;
  }
}

/** `x in [constants]`, a lookup in a hash table, which costs nothing. */
export class MembershipStep extends NodeStep {
  readonly #arg: Step;
  readonly #includes: (value: Value) => Result;

  constructor(id: number, arg: Step, includes: (value: Value) => Result) {
    super(id);
    this.#arg = arg;
    this.#includes = includes;
  }

  eval(scope: Scope): Result {
    const value = this.#arg.eval(scope);
    const result = value instanceof ErrorValue ? value : this.#includes(value);
    scope.tracker.push(this.id);
    return result;
  }
}
