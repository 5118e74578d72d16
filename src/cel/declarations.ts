import { getOrCompute } from '../base/get-or-compute.ts';
import type { OverloadCost } from './cost/function-cost.ts';
import {
  ANY,
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  NULL,
  opaque,
  STRING,
  struct,
  TIMESTAMP,
  TYPE,
  type Type,
  typeOf,
  typeParam,
  UINT,
} from './types.ts';
import type { Result, Value } from './values/value.ts';

/** All overloads of a function, in the order in which they are tried. */
export interface FunctionDeclaration {
  readonly name: string;
  readonly members: readonly Overload[];
  readonly globals: readonly Overload[];
  readonly singleton?: Singleton;
  /**
   * True if the second argument, counted with the target, is a regular expression that is compiled when the program is
   * made.
   */
  readonly takesPattern?: boolean;
}

/** One signature of a function, with its implementation and its cost. */
export interface Overload {
  readonly id: string;
  readonly function: string;
  /** True if the function is called on its first parameter: `a.f(b)`. */
  readonly isMember: boolean;
  readonly params: readonly Type[];
  readonly result: Type;
  /** The names of the type parameters in `params` and `result`. */
  readonly typeParams: readonly string[];
  /** Absent if the function has a singleton, or the planner evaluates it. */
  readonly binding?: Binding;
  readonly cost?: OverloadCost;
  /**
   * Parses a string literal that is the argument of a call as the function does.
   *
   * @param option the second argument, if it is a literal
   * @returns an error if the call fails for all values of the other arguments
   */
  readonly parseLiteral?: (literal: string, option: Value | undefined) => Result;
}

/** The implementation of an overload. */
export interface Binding {
  /**
   * Computes the result; of a member function, the target is the first argument. Called only with values of the
   * declared types, and never with errors. Of a list or map, only the type of the first element or entry is checked.
   */
  readonly call: (args: readonly Value[]) => Result;
  /** True if the types of the arguments are not checked before the call. `DisableTypeGuards` in cel-go. */
  readonly skipsTypeGuard?: boolean;
  /** True if it is called with a list of arguments. None is evaluated after an error. `FunctionBinding` in cel-go. */
  readonly isVariadic?: boolean;
}

/** One implementation for all overloads of a function, such as an operator. */
export interface Singleton {
  /** Reports whether the type of the first operand supports the operation. It is the operand trait of cel-go. */
  readonly accepts: (first: Value) => boolean;
  readonly call: (first: Value, second: Value) => Result;
}

/** Overloads of one function, read from their notation when the function is first looked at. */
export type DeclaredOverloads = readonly [functionName: string, read: () => readonly Overload[]];

/**
 * Collects the overloads of each function. An expression uses few functions, and reading the signatures of all of them
 * would take longer than checking it: so they are read when they are needed.
 *
 * @param overloads in the order in which they are tried
 * @param singletons by the name of the function
 * @param patternFunctions the names of the functions that take a regular expression
 */
export function declareFunctions(
  overloads: Iterable<DeclaredOverloads>,
  singletons: Iterable<readonly [name: string, singleton: Singleton]> = [],
  patternFunctions: Iterable<string> = [],
): ReadonlyMap<string, FunctionDeclaration> {
  const functions = new Map<string, DeclaredFunction>();
  const declared = (name: string): DeclaredFunction => {
    return getOrCompute(functions, name, () => new DeclaredFunction(name));
  };
  for (const [name, read] of overloads) declared(name).unread.push(read);
  for (const [name, singleton] of singletons) declared(name).singleton = singleton;
  for (const name of patternFunctions) declared(name).takesPattern = true;
  return functions;
}

class DeclaredFunction implements FunctionDeclaration {
  readonly name: string;
  readonly unread: (() => readonly Overload[])[] = [];
  singleton?: Singleton;
  takesPattern?: boolean;
  #read: Pick<FunctionDeclaration, 'members' | 'globals'> | undefined;

  constructor(name: string) {
    this.name = name;
  }

  get members(): readonly Overload[] {
    return this.#overloads().members;
  }

  get globals(): readonly Overload[] {
    return this.#overloads().globals;
  }

  #overloads(): Pick<FunctionDeclaration, 'members' | 'globals'> {
    if (this.#read === undefined) {
      const all = this.unread.flatMap((read) => read());
      this.#read = {
        members: all.filter(({ isMember }) => isMember),
        globals: all.filter(({ isMember }) => !isMember),
      };
    }
    return this.#read;
  }
}

const NAMED: ReadonlyMap<string, Type> = new Map(
  Object.entries<Type>({
    any: ANY,
    bool: BOOL,
    bytes: BYTES,
    double: DOUBLE,
    duration: DURATION,
    dyn: DYN,
    int: INT,
    null_type: NULL,
    string: STRING,
    timestamp: TIMESTAMP,
    type: TYPE,
    uint: UINT,
  }),
);

const SIGNATURE = /^(?:(.+)\.)?\((.*)\) -> (.+)$/;

/** A signature of an overload, read from its notation. */
type Signature = Pick<Overload, 'isMember' | 'params' | 'result' | 'typeParams'>;

/**
 * Reads signatures and types in the notation of libraries: `(list(A), int) -> A`, or of a member function
 * `string.(int) -> string`. A single capital letter is a type parameter. Any other name that is not a type of the
 * language is a struct, or within `opaque(...)` a type without fields.
 */
export class SignatureReader {
  readonly #optionalName: string;
  readonly #types = new Map<string, Type>();

  /** @param optionalName the name of the type of optional values */
  constructor(optionalName: string) {
    this.#optionalName = optionalName;
  }

  signature(written: string): Signature {
    const [, target, list = '', resultType = ''] = SIGNATURE.exec(written) ?? [];
    const rest = splitParameters(list).map((parameter) => this.type(parameter));
    const params = target === undefined ? rest : [this.type(target), ...rest];
    const result = this.type(resultType);
    return {
      isMember: target !== undefined,
      params,
      result,
      typeParams: [...new Set([...params, result].flatMap(typeParamsOf))],
    };
  }

  type(written: string): Type {
    return getOrCompute(this.#types, written, () => this.#read(written));
  }

  #read(written: string): Type {
    const open = written.indexOf('(');
    if (open < 0) {
      return /^[A-Z]$/.test(written) ? typeParam(written) : (NAMED.get(written) ?? struct(written));
    }
    const name = written.slice(0, open);
    const inner = written.slice(open + 1, -1);
    if (name === 'opaque') return opaque(inner);
    const [first = DYN, second = DYN] = splitParameters(inner).map((part) => this.type(part));
    switch (name) {
      case 'list':
        return listOf(first);
      case 'map':
        return mapOf(first, second);
      case 'type':
        return typeOf(first);
      default:
        return opaque(this.#optionalName, [first]);
    }
  }
}

/** Splits a list at the commas that are not within parentheses. */
function splitParameters(list: string): readonly string[] {
  if (list === '') return [];
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < list.length; index++) {
    const char = list[index];
    if (char === '(') depth++;
    else if (char === ')') depth--;
    else if (char === ',' && depth === 0) {
      parts.push(list.slice(start, index).trim());
      start = index + 1;
    }
  }
  parts.push(list.slice(start).trim());
  return parts;
}

function typeParamsOf(type: Type): readonly string[] {
  return type.kind === 'type-param' ? [type.name] : type.parameters.flatMap(typeParamsOf);
}
