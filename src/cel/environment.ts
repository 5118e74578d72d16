import type { CheckedAst } from './check/checked-ast.ts';
import type { FunctionDeclaration } from './declarations.ts';
import { INT, type Type } from './types.ts';

/** Returned by a provider for a field that the type does not have. */
export const NO_SUCH_FIELD = 'no-such-field';

/** Resolves the names of types, and the types of their fields. */
export interface TypeProvider {
  /** The first parts of the qualified names that it can resolve. It is not called for names with another first part. */
  readonly roots: ReadonlySet<string>;
  /** The type of the value that a name denotes. The name of a type denotes the type, whose own type is `type(...)`. */
  findName(name: string): Type | undefined;
  /** The type of a field of a struct; undefined if the struct is unknown. */
  findField(struct: string, field: string): Type | typeof NO_SUCH_FIELD | undefined;
  /** The number of an enumeration value. */
  findEnumValue?(name: string): bigint | undefined;
}

/** A variable that expressions can use. */
export interface Variable {
  readonly name: string;
  readonly type: Type;
  /** The number of an enumeration value. */
  readonly value?: bigint;
}

/**
 * Checks an expression that has no type errors, and reports further errors at offsets in code points.
 *
 * @returns the server's message if the server panics
 */
export type Validator = (
  checked: CheckedAst,
  report: (offset: number, message: string) => void,
) => string | undefined;

/** The declarations and options that an environment adds to the one that it extends. */
interface Extension {
  readonly variables?: readonly Variable[];
  /** Searched in this order, before those of the extended environment. */
  readonly types?: readonly TypeProvider[];
  readonly validators?: readonly Validator[];
}

/** The settings of an environment, which the environments that extend it share. */
interface EnvironmentSettings {
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
  /** The namespace in which names are resolved first, such as `google.protobuf`. */
  readonly container?: string;
  /** The name of the type of optional values, which differs between releases. */
  readonly optionalName?: string;
  /** True if the first character of a line belongs to the line before, as in cel-go 0.20 and earlier. */
  readonly lineStartsBelongToLineBefore?: boolean;
  /** True if a node can occur twice in the tree, so that both have the same type, as in cel-go 0.20 and earlier. */
  readonly sharesNodes?: boolean;
  /**
   * True if the second variable of a macro has no type when the range is dyn, so that no function accepts it, as in
   * cel-go 0.22 and earlier.
   */
  readonly secondVariableHasNoType?: boolean;
  /**
   * True if a name with a leading dot never names a variable of a macro, and a qualified name never names a variable if
   * a macro declares its first part (since cel-go 0.27).
   */
  readonly separatesScopes?: boolean;
}

/**
 * The functions, variables and types that expressions can use. Environments are immutable; `extend` creates a new one.
 *
 * Source: `checker/env.go` and `common/containers/container.go` of cel-go.
 */
export class Environment {
  readonly settings: Required<EnvironmentSettings>;
  readonly types: readonly TypeProvider[];
  readonly validators: readonly Validator[];
  readonly #parent: Environment | undefined;
  readonly #variables: ReadonlyMap<string, Variable>;
  /** The first parts of all qualified names. */
  readonly #roots: ReadonlySet<string>;
  readonly #functionRoots: ReadonlySet<string>;

  /** @param parent the environment that this one extends, which has the same settings */
  constructor(
    settings: EnvironmentSettings,
    { variables = [], types = [], validators = [] }: Extension,
    parent?: Environment,
  ) {
    this.settings = parent?.settings ?? {
      container: '',
      optionalName: 'optional_type',
      lineStartsBelongToLineBefore: false,
      sharesNodes: false,
      secondVariableHasNoType: false,
      separatesScopes: false,
      ...settings,
    };
    // Most extensions only declare variables, and there is one for each type of each policy, so unchanged parts are
    // shared.
    const inherited = parent?.types ?? [];
    this.types = types.length === 0 ? inherited : [...types, ...inherited];
    const before = parent?.validators ?? [];
    this.validators = validators.length === 0 ? before : [...before, ...validators];
    this.#parent = parent;
    this.#variables = new Map(variables.map((variable) => [variable.name, variable]));
    this.#roots = withRoots(parent === undefined ? new Set() : parent.#roots, [
      ...types.flatMap(({ roots }) => [...roots]),
      ...variables.flatMap(({ name }) => (name.includes('.') ? [firstPart(name)] : [])),
    ]);
    this.#functionRoots =
      parent === undefined
        ? new Set([...settings.functions.keys()].map(firstPart))
        : parent.#functionRoots;
  }

  get functions(): ReadonlyMap<string, FunctionDeclaration> {
    return this.settings.functions;
  }

  extend(extension: Extension): Environment {
    return new Environment(this.settings, extension, this);
  }

  /** All declared variables. A variable of the extension replaces one with the same name. */
  variables(): readonly Variable[] {
    const inherited = this.#parent?.variables() ?? [];
    return [
      ...inherited.filter(({ name }) => !this.#variables.has(name)),
      ...this.#variables.values(),
    ];
  }

  /** Reports whether a qualified name with this first part can be the name of a variable or type. */
  mayQualify(root: string): boolean {
    return this.settings.container !== '' || this.#roots.has(firstPart(root));
  }

  /** Reports whether a qualified name with this first part can be the name of a function. */
  mayQualifyFunction(root: string): boolean {
    return this.settings.container !== '' || this.#functionRoots.has(firstPart(root));
  }

  /**
   * The qualified names that a name can resolve to, in the order in which they are tried: in the container `a.b`, `x`
   * is `a.b.x`, `a.x` or `x`, while `.x` is only `x`.
   */
  candidates(name: string): readonly string[] {
    if (name.startsWith('.')) return [name.slice(1)];
    if (this.settings.container === '') return [name];
    const names: string[] = [];
    for (let scope = this.settings.container; scope !== ''; scope = withoutLastPart(scope)) {
      names.push(`${scope}.${name}`);
    }
    return [...names, name];
  }

  findFunction(name: string): FunctionDeclaration | undefined {
    if (this.settings.container === '' && !name.startsWith('.')) return this.functions.get(name);
    for (const candidate of this.candidates(name)) {
      const found = this.functions.get(candidate);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** A variable by its qualified name: a declared one, or a type or an enumeration value used as a variable. */
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

  /** The type of a field of a struct; undefined if the struct is unknown. */
  findField(struct: string, field: string): Type | typeof NO_SUCH_FIELD | undefined {
    for (const provider of this.types) {
      const found = provider.findField(struct, field);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

function withRoots(known: ReadonlySet<string>, added: readonly string[]): ReadonlySet<string> {
  return added.every((root) => known.has(root)) ? known : new Set([...known, ...added]);
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
