import type { FunctionDeclaration, Overload } from '../declarations.ts';
import type { Type } from '../types.ts';
import {
  ErrorValue,
  ListValue,
  MapValue,
  noSuchOverload,
  type Result,
  typeOfValue,
  type Value,
} from '../values/value.ts';
import type { CallCost, Implementation } from './implementations.ts';
import { defaultCost } from './standard/costs.ts';
import type { PatternMatcher } from './standard/functions.ts';
import { type Operator, operators } from './standard/operators.ts';
import type { ArgumentOrder, CallOptions } from './step.ts';

/**
 * Finds what a call does: one implementation for all overloads of an operator, the implementation of
 * the overload that is meant, or, where several may be, of the first that takes the arguments.
 *
 * Source: `planCall` in `interpreter/planner.go`, and `Bindings` in `common/decls/decls.go`, of cel-go.
 */
export class Dispatcher {
  readonly #functions: ReadonlyMap<string, FunctionDeclaration>;
  readonly #implementations: ReadonlyMap<string, Implementation>;
  readonly #operators: ReadonlyMap<string, Operator>;

  constructor(
    functions: ReadonlyMap<string, FunctionDeclaration>,
    implementations: ReadonlyMap<string, Implementation>,
    matcher: PatternMatcher,
  ) {
    this.#operators = operators(matcher);
    this.#functions = functions;
    this.#implementations = implementations;
  }

  /** @param overloads the ids of the overloads that may be meant */
  find(name: string, overloads: readonly string[]): CallOptions {
    const [only] = overloads;
    const resolved = overloads.length === 1 ? only : undefined;
    const cost = this.#costOf(overloads, resolved);
    const operator = this.#operators.get(name);
    if (operator !== undefined)
      return { call: (args) => operate(operator, name, args), cost, order: 'all' };
    const candidates = this.#candidates(name, resolved);
    const order: ArgumentOrder = candidates.length > 1 ? 'until-error' : 'all';
    const isCostKnownBefore = candidates.some(
      ({ implementation }) => implementation.isCostKnownBefore === true,
    );
    return { call: (args) => callFirst(name, candidates, args), cost, order, isCostKnownBefore };
  }

  #candidates(name: string, resolved: string | undefined): readonly Candidate[] {
    const declared = this.#functions.get(name);
    const known = [...(declared?.globals ?? []), ...(declared?.members ?? [])].flatMap(
      (overload): Candidate[] => {
        const implementation = this.#implementations.get(overload.id);
        return implementation === undefined ? [] : [{ overload, implementation }];
      },
    );
    const exact = known.filter(({ overload }) => overload.id === resolved);
    return exact.length > 0 ? exact : known;
  }

  #costOf(overloads: readonly string[], resolved: string | undefined): CallCost {
    for (const id of overloads) {
      const { cost, isCostOfOverload = false } = this.#implementations.get(id) ?? {};
      if (cost !== undefined && (resolved !== undefined || !isCostOfOverload)) return cost;
    }
    return defaultCost(resolved);
  }
}

interface Candidate {
  readonly overload: Overload;
  readonly implementation: Implementation;
}

function operate(operator: Operator, name: string, args: readonly Value[]): Result {
  const [first = null, second = null] = args;
  return operator.takes(first) ? operator.call(first, second) : operatorRefused(first, name);
}

/** Times and texts have functions of their own, of which the operator is none. */
function operatorRefused(first: Value, name: string): ErrorValue {
  const isReceiver = /^(?:string|google\.protobuf\.(?:Duration|Timestamp))$/.test(
    typeOfValue(first).name,
  );
  return noSuchOverload(isReceiver ? undefined : name);
}

function callFirst(name: string, candidates: readonly Candidate[], args: readonly Value[]): Result {
  if (candidates.length === 0) return noSuchOverload(name);
  for (const { overload, implementation } of candidates) {
    if (implementation.isUnguarded === true || takes(overload.params, args)) {
      return implementation.call(args);
    }
  }
  return noSuchOverload(`${name}(${args.map((arg) => typeOfValue(arg).name).join(', ')})`);
}

function takes(params: readonly Type[], args: readonly Value[]): boolean {
  return (
    params.length === args.length &&
    params.every((param, index) => isAssignable(param, args[index] ?? null))
  );
}

/** Source: `defaultIsAssignableRuntimeType` in `common/types/types.go` of cel-go. */
function isAssignable(type: Type, value: Result): boolean {
  if (type.kind === 'dyn' || type.kind === 'any' || type.kind === 'type-param') return true;
  if (value instanceof ErrorValue) return false;
  if (value === null && type.wrapper) return true;
  if (type.name !== typeOfValue(value).name) return false;
  const [first, second] = type.parameters;
  if (value instanceof ListValue) {
    return value.size === 0 || first === undefined || isAssignable(first, value.at(0));
  }
  if (value instanceof MapValue && first !== undefined && second !== undefined) {
    for (const key of value.keys()) {
      return isAssignable(first, key) && isAssignable(second, value.find(key) ?? null);
    }
  }
  return true;
}
