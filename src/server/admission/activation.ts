import { getOrCompute } from '../../base/get-or-compute.ts';
import type { Evaluation } from '../../cel/evaluate/index.ts';
import type { Bindings } from '../../cel/evaluate/scope.ts';
import { ErrorValue, MapValue, type Result, type Value } from '../../cel/values/value.ts';
import { PER_CALL_LIMIT } from '../expressions/runtime.ts';
import { plainValue } from '../expressions/values/plain-values.ts';
import { objectValue } from '../expressions/values/typed-values.ts';
import type { Minor } from '../kubernetes/minors.ts';
import type { Mapping } from '../kubernetes/value.ts';
import type { Authorizer } from './authorizer.ts';
import type { PolicyExpression, PolicyVariable, PolicyVariables } from './compiled-policy.ts';
import type { EvaluationObserver } from './decision.ts';

/** The variables of the expressions of a policy. */
export interface ActivationInput {
  readonly object: Mapping | undefined;
  readonly oldObject: Mapping | undefined;
  readonly request: Mapping;
  /** Undefined for a cluster-scoped object. */
  readonly namespaceObject: Mapping | undefined;
  /** Undefined if the policy has no params. */
  readonly params: Mapping | undefined;
  /** Undefined if the server does not give expressions an authorizer. */
  readonly authorizer: Authorizer | undefined;
  readonly variables: PolicyVariables;
  readonly minor: Minor;
  /** True if the object is given as maps and lists in every minor. */
  readonly isObjectPlain?: boolean;
  /** True if decisions keep the values that they were made on, for explanations. These values need much memory. */
  readonly keepsTraces: boolean;
  /** Called for each expression that is evaluated, but not for variables. */
  readonly onEvaluation?: EvaluationObserver | undefined;
}

/** The result of evaluating an expression, and the cost budget that it leaves. */
export type Evaluated = { readonly left: number } & (
  | { readonly outcome: 'value'; readonly value: Value }
  /** `message` is that of the server. */
  | { readonly outcome: 'error'; readonly message: string }
  /** The budget is used up, so the server evaluates no further expressions. */
  | { readonly outcome: 'out-of-budget' }
  /** The result depends on something that is not known, such as the answer of an authorizer. */
  | { readonly outcome: 'unknown'; readonly reason: string }
);

/** The server's message for expressions that use up their common budget. */
export const OUT_OF_BUDGET =
  'validation failed due to running out of cost budget, no further validation rules will be run';

/**
 * Evaluates expressions of a policy on one request. Each variable of the policy is evaluated once, when it is used.
 *
 * Source: `evaluationActivation` in `pkg/admission/plugin/cel/activation.go` of the API server.
 */
export class Activation {
  readonly #values: ReadonlyMap<string, Value>;
  readonly #authorizer: Authorizer | undefined;
  readonly #variables: LazyVariables;
  readonly #onEvaluation: ((expression: PolicyExpression) => void) | undefined;

  constructor(input: ActivationInput) {
    const { object, oldObject, request, namespaceObject, params, authorizer, variables } = input;
    this.#authorizer = authorizer;
    const { onEvaluation, minor, isObjectPlain = false } = input;
    const read = isObjectPlain ? plainValue : (given: Mapping) => objectValue(given, minor);
    this.#onEvaluation =
      onEvaluation &&
      ((expression) => onEvaluation({ expression, bindings: this.bindings, variables }));
    this.#variables = new LazyVariables(variables, this.bindings);
    const values: [string, Value][] = [
      ['object', object === undefined ? null : read(object)],
      ['oldObject', oldObject === undefined ? null : read(oldObject)],
      ['request', plainValue(request)],
      ['namespaceObject', namespaceObject === undefined ? null : plainValue(namespaceObject)],
      ['params', params === undefined ? null : objectValue(params, minor)],
      ['variables', this.#variables],
    ];
    if (authorizer !== undefined) {
      values.push(
        ['authorizer', authorizer.root],
        ['authorizer.requestResource', authorizer.requestResource],
      );
    }
    this.#values = new Map(values);
  }

  /** The values of the variables by their names. */
  readonly bindings: Bindings = (name) => this.#values.get(name);

  evaluate(expression: PolicyExpression, budget: number): Evaluated {
    const result = this.#evaluate(expression, budget);
    this.#onEvaluation?.(expression);
    return result;
  }

  #evaluate(expression: PolicyExpression, budget: number): Evaluated {
    const { compiled, program, text } = expression;
    if (!compiled.ok || program === undefined) {
      const detail = compiled.ok ? '' : compiled.detail;
      return { outcome: 'error', message: `compilation error: ${detail}`, left: budget };
    }
    this.#authorizer?.forget();
    const result = program.evaluate(this.bindings, { costLimit: PER_CALL_LIMIT });
    const ofVariables = this.#variables.takeCost();
    if (ofVariables > budget || result.cost > budget - ofVariables) {
      return { outcome: 'out-of-budget', left: -1 };
    }
    const left = budget - ofVariables - result.cost;
    if (result.ok) return { outcome: 'value', value: result.value, left };
    const reason = this.#unknownReason(result);
    return reason === undefined
      ? {
          outcome: 'error',
          message: `expression '${text}' resulted in error: ${result.error}`,
          left,
        }
      : { outcome: 'unknown', reason, left };
  }

  #unknownReason(run: FailedEvaluation): string | undefined {
    return limitReached(run) ?? this.#variables.limitReached ?? this.#authorizer?.unanswered;
  }
}

type FailedEvaluation = Evaluation & { readonly ok: false };

/** The limit of this program, and not of the server, that an evaluation reached. */
function limitReached({ exceeded, error }: FailedEvaluation): string | undefined {
  return exceeded === undefined || exceeded === 'cost' ? undefined : error;
}

/** The value of `variables`. Source: `variableAccessor` in `composition.go`, and `pkg/cel/lazy/lazy.go`. */
class LazyVariables extends MapValue {
  override readonly goType = '*lazy.MapValue';
  /** The limit of this program that the evaluation of a variable reached. */
  limitReached: string | undefined;
  readonly #variables: PolicyVariables;
  readonly #bindings: Bindings;
  readonly #results = new Map<string, Result>();
  #cost = 0;

  constructor(variables: PolicyVariables, bindings: Bindings) {
    super();
    this.#variables = variables;
    this.#bindings = bindings;
  }

  get size(): number {
    return this.#variables.size;
  }

  keys(): Iterable<Value> {
    return this.#variables.keys();
  }

  find(key: Value): Result | undefined {
    const variable = typeof key === 'string' ? this.#variables.get(key) : undefined;
    if (variable === undefined) return undefined;
    return getOrCompute(this.#results, variable.name, () => this.#evaluate(variable));
  }

  /** The cost of the variables that were evaluated since the last call. */
  takeCost(): number {
    const cost = this.#cost;
    this.#cost = 0;
    return cost;
  }

  #evaluate({ name, compiled, program }: PolicyVariable): Result {
    if (!compiled.ok || program === undefined) {
      const detail = compiled.ok ? '' : compiled.detail;
      return new ErrorValue(`composited variable "${name}" fails to compile: ${detail}`);
    }
    const result = program.evaluate(this.#bindings, { costLimit: PER_CALL_LIMIT });
    this.#cost += result.cost;
    if (result.ok) return result.value;
    this.limitReached ??= limitReached(result);
    return new ErrorValue(`composited variable "${name}" fails to evaluate: ${result.error}`);
  }
}
