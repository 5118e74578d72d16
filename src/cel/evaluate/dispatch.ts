import type { FunctionTracker, OverloadCost } from '../cost/function-cost.ts';
import type { FunctionDeclaration, Overload, Singleton } from '../declarations.ts';
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
import type { CallOptions } from './step.ts';

/** The calls whose costs count: all of them, or only those that cel-go defines and not those of the API server. */
export type CallCosts = 'all' | 'cel-go';

/**
 * Finds the implementation of a call: the singleton of its function, the binding of the overload that the checker has
 * resolved it to, or of several overloads the first one whose parameters accept the arguments.
 *
 * Source: `planCall` in `interpreter/planner.go`, and `Bindings` in `common/decls/decls.go`, of cel-go.
 */
export class Dispatcher {
  readonly #functions: ReadonlyMap<string, FunctionDeclaration>;
  readonly #callCosts: CallCosts;

  constructor(functions: ReadonlyMap<string, FunctionDeclaration>, callCosts: CallCosts) {
    this.#functions = functions;
    this.#callCosts = callCosts;
  }

  /** @param overloadIds the overloads that the checker has found */
  find(name: string, overloadIds: readonly string[]): CallOptions {
    const declared = this.#functions.get(name);
    const overloads = [...(declared?.globals ?? []), ...(declared?.members ?? [])];
    const { track = unitCost, precedesCall = false } = this.#costOf(overloads, overloadIds) ?? {};
    const singleton = declared?.singleton;
    if (singleton !== undefined) {
      return { call: (args) => callSingleton(singleton, name, args), track, order: 'all' };
    }
    const candidates = candidatesOf(overloads, overloadIds);
    return {
      call: (args) => callFirst(name, candidates, args),
      track,
      precedesCall,
      order: candidates.length > 1 || candidates.some(isVariadic) ? 'until-error' : 'all',
    };
  }

  #costOf(overloads: readonly Overload[], ids: readonly string[]): OverloadCost | undefined {
    const isResolved = ids.length === 1;
    for (const id of ids) {
      const cost = overloads.find((overload) => overload.id === id)?.cost;
      if (cost?.track === undefined) continue;
      if (cost.needsResolution === true && !isResolved) continue;
      const counts = cost.definedBy === 'cel-go' ? isResolved : this.#callCosts === 'all';
      if (counts) return cost;
    }
    return undefined;
  }
}

const unitCost: FunctionTracker = () => 1;

/** A call of more than two arguments is always one with a list of arguments. */
function isVariadic({ params, binding }: BoundOverload): boolean {
  return binding.isVariadic === true || params.length > 2;
}

type BoundOverload = Overload & { readonly binding: NonNullable<Overload['binding']> };

function candidatesOf(
  overloads: readonly Overload[],
  ids: readonly string[],
): readonly BoundOverload[] {
  const bound = overloads.filter(isBound);
  const resolved = bound.filter(({ id }) => ids.length === 1 && id === ids[0]);
  return resolved.length > 0 ? resolved : bound;
}

function isBound(overload: Overload): overload is BoundOverload {
  return overload.binding !== undefined;
}

function callSingleton(singleton: Singleton, name: string, args: readonly Value[]): Result {
  const [first = null, second = null] = args;
  return singleton.accepts(first) ? singleton.call(first, second) : unsupportedBy(first, name);
}

/** The types of cel-go that are receivers, with functions of their own, do not name the operator in the error. */
function unsupportedBy(first: Value, name: string): ErrorValue {
  const isReceiver = /^(?:string|google\.protobuf\.(?:Duration|Timestamp))$/.test(
    typeOfValue(first).name,
  );
  return noSuchOverload(isReceiver ? undefined : name);
}

function callFirst(
  name: string,
  candidates: readonly BoundOverload[],
  args: readonly Value[],
): Result {
  if (candidates.length === 0) return noSuchOverload(name);
  for (const { params, binding } of candidates) {
    if (binding.skipsTypeGuard === true || accept(params, args)) return binding.call(args);
  }
  return noSuchOverload(`${name}(${args.map((arg) => typeOfValue(arg).name).join(', ')})`);
}

function accept(params: readonly Type[], args: readonly Value[]): boolean {
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
