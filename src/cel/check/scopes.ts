import type { Expr } from '../ast.ts';
import type { Environment, Variable } from '../environment.ts';
import { rootName, writeName } from '../qualified-names.ts';

/** The variables that a comprehension declares. */
export type Scope = readonly Variable[];

/** Resolves the names of variables: those of the environment, and those that comprehensions declare. */
export class Scopes {
  readonly #environment: Environment;
  readonly #scopes: Scope[] = [];

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  enter(scope: Scope): void {
    this.#scopes.push(scope);
  }

  leave(): void {
    this.#scopes.pop();
  }

  /**
   * Variables of comprehensions hide those of the environment. Until cel-go 0.26, both are also found with a leading
   * dot; since then it says that the name is one of the environment.
   */
  find(name: string): Variable | undefined {
    if (this.#environment.settings.separatesScopes) {
      const local = name.startsWith('.') ? undefined : this.#local(name);
      if (local !== undefined) return local;
      for (const candidate of this.#environment.candidates(name)) {
        const found = this.#environment.findVariable(candidate);
        if (found !== undefined) return found;
      }
      return undefined;
    }
    if (this.#environment.settings.container === '' && !name.startsWith('.')) {
      return this.#local(name) ?? this.#environment.findVariable(name);
    }
    for (const candidate of this.#environment.candidates(name)) {
      const found = this.#local(candidate) ?? this.#environment.findVariable(candidate);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The variable whose qualified name is the whole expression: `a.b.c`. */
  findQualified(expr: Expr): Variable | undefined {
    const root = rootName(expr);
    if (root === undefined || !this.#environment.mayQualify(root)) return undefined;
    if (this.#environment.settings.separatesScopes && this.#local(root) !== undefined)
      return undefined;
    const name = writeName(expr);
    return name === undefined ? undefined : this.find(name);
  }

  #local(name: string): Variable | undefined {
    for (let index = this.#scopes.length - 1; index >= 0; index--) {
      const found = this.#scopes[index]?.find((variable) => variable.name === name);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
