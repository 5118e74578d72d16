import type { CheckedAst } from './check/checked-ast.ts';
import type { FunctionDeclaration } from './declarations.ts';
import { INT, type Type } from './types.ts';

/** What a provider says of a field of a type that it does not have. */
export const NO_SUCH_FIELD = 'no-such-field';

/** Knows types by their names, and what their fields hold. */
export interface TypeProvider {
  /**
   * The first parts of the names with dots that it may know; a name that begins otherwise is not even
   * asked for.
   */
  readonly roots: ReadonlySet<string>;
  /** The type of a name as a value: of a type's name the type of that type. */
  findName(name: string): Type | undefined;
  /** What a field of a struct holds; undefined where the struct is not known. */
  findField(struct: string, field: string): Type | typeof NO_SUCH_FIELD | undefined;
  /** The number that a name of an enumeration stands for. */
  findEnumValue?(name: string): bigint | undefined;
}

/** A name that an expression may use. */
export interface Variable {
  readonly name: string;
  readonly type: Type;
  /** Of the value of an enumeration. */
  readonly value?: bigint;
}

/**
 * Looks at an expression that has passed the check, and reports what it does not like, with its offset. What
 * it returns is what the server says when it crashes over the expression.
 */
export type Validator = (
  checked: CheckedAst,
  report: (offset: number, message: string) => void,
) => string | undefined;

/** What an environment adds to the one that it extends. */
export interface Extension {
  readonly variables?: readonly Variable[];
  /** Asked before those of the extended environment, in this order. */
  readonly types?: readonly TypeProvider[];
  readonly validators?: readonly Validator[];
}

export interface EnvironmentOptions extends Extension {
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
  /** The namespace in which names are looked up first, such as `google.protobuf`. */
  readonly container?: string;
  /** What the release calls the type of optional values. */
  readonly optionalName?: string;
  /** Whether the first character of a line counts for the line before, as until cel-go 0.20. */
  readonly linesBeginLate?: boolean;
  /** Whether a tree may have one node twice, which must have one type: until cel-go 0.20. */
  readonly sharesNodes?: boolean;
  /**
   * Whether the second variable of a macro over a dyn has no type, so that no function takes it, as until
   * cel-go 0.22.
   */
  readonly secondVariableHasNoType?: boolean;
}

/**
 * What expressions may use: functions, variables, types. Environments are never changed, only extended.
 *
 * Source: `checker/env.go` and `common/containers/container.go` of cel-go.
 */
export class Environment {
  readonly container: string;
  readonly optionalName: string;
  readonly linesBeginLate: boolean;
  readonly sharesNodes: boolean;
  readonly secondVariableHasNoType: boolean;
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
  readonly types: readonly TypeProvider[];
  readonly validators: readonly Validator[];
  readonly #parent: Environment | undefined;
  readonly #variables: ReadonlyMap<string, Variable>;
  /** The first parts of all names with dots. */
  readonly #roots: ReadonlySet<string>;
  readonly #functionRoots: ReadonlySet<string>;

  constructor(options: EnvironmentOptions, parent?: Environment) {
    const { variables = [], types = [], validators = [] } = options;
    this.container = options.container ?? '';
    this.optionalName = options.optionalName ?? 'optional_type';
    this.linesBeginLate = options.linesBeginLate ?? false;
    this.sharesNodes = options.sharesNodes ?? false;
    this.secondVariableHasNoType = options.secondVariableHasNoType ?? false;
    this.functions = options.functions;
    this.types = [...types, ...(parent?.types ?? [])];
    this.validators = [...(parent?.validators ?? []), ...validators];
    this.#parent = parent;
    this.#variables = new Map(variables.map((variable) => [variable.name, variable]));
    this.#roots = new Set([
      ...this.types.flatMap(({ roots }) => [...roots]),
      ...this.variables().flatMap(({ name }) => (name.includes('.') ? [firstPart(name)] : [])),
    ]);
    this.#functionRoots =
      parent?.functions === options.functions
        ? parent.#functionRoots
        : new Set([...options.functions.keys()].map(firstPart));
  }

  extend(extension: Extension): Environment {
    return new Environment(
      {
        ...extension,
        container: this.container,
        optionalName: this.optionalName,
        linesBeginLate: this.linesBeginLate,
        sharesNodes: this.sharesNodes,
        secondVariableHasNoType: this.secondVariableHasNoType,
        functions: this.functions,
      },
      this,
    );
  }

  /** All declared variables; of two with one name only that of the extension. */
  variables(): readonly Variable[] {
    const inherited = this.#parent?.variables() ?? [];
    return [
      ...inherited.filter(({ name }) => !this.#variables.has(name)),
      ...this.#variables.values(),
    ];
  }

  /** Whether a name with dots that begins so may stand for a variable or type. */
  mayQualify(root: string): boolean {
    return this.container !== '' || this.#roots.has(firstPart(root));
  }

  /** Whether a name with dots that begins so may stand for a function. */
  mayQualifyFunction(root: string): boolean {
    return this.container !== '' || this.#functionRoots.has(firstPart(root));
  }

  /**
   * The names that a name may stand for, the innermost first: in the container `a.b`, `x` may be
   * `a.b.x`, `a.x` or `x`; `.x` is only `x`.
   */
  candidates(name: string): readonly string[] {
    if (name.startsWith('.')) return [name.slice(1)];
    if (this.container === '') return [name];
    const names: string[] = [];
    for (let scope = this.container; scope !== ''; scope = withoutLastPart(scope)) {
      names.push(`${scope}.${name}`);
    }
    return [...names, name];
  }

  findFunction(name: string): FunctionDeclaration | undefined {
    if (this.container === '' && !name.startsWith('.')) return this.functions.get(name);
    for (const candidate of this.candidates(name)) {
      const found = this.functions.get(candidate);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** A declared variable, or a type or value of an enumeration as a variable; the name is complete. */
  findVariable(name: string): Variable | undefined {
    const declared = this.#declared(name);
    if (declared !== undefined) return declared;
    for (const provider of this.types) {
      const type = provider.findName(name);
      if (type !== undefined) return { name, type };
    }
    for (const provider of this.types) {
      const value = provider.findEnumValue?.(name);
      if (value !== undefined) return { name, type: INT, value };
    }
    return undefined;
  }

  #declared(name: string): Variable | undefined {
    let scope: Environment = this;
    for (;;) {
      const found = scope.#variables.get(name);
      if (found !== undefined || scope.#parent === undefined) return found;
      scope = scope.#parent;
    }
  }

  /** What a field of a struct holds; undefined where the struct is not known. */
  findField(struct: string, field: string): Type | typeof NO_SUCH_FIELD | undefined {
    for (const provider of this.types) {
      const found = provider.findField(struct, field);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

function firstPart(name: string): string {
  const start = name.startsWith('.') ? 1 : 0;
  const dot = name.indexOf('.', start);
  return dot < 0 ? name.slice(start) : name.slice(start, dot);
}

function withoutLastPart(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(0, dot);
}
