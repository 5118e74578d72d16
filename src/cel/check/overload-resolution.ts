import type { Overload } from '../declarations.ts';
import { DYN, isDyn, isExactly, type Type, typeParam } from '../types.ts';
import { instantiate, type Substitution } from './substitution.ts';

/** The overloads that a call resolves to. */
interface Resolution {
  /** The type of the result; dyn if the overloads have different results. */
  readonly type: Type;
  /** The ids of the overloads, at least one. */
  readonly overloads: readonly string[];
}

/**
 * Resolves calls to overloads, and creates the free type variables of one expression.
 *
 * Source: `resolveOverload` in `checker/checker.go` of cel-go.
 */
export class OverloadResolution {
  readonly #substitution: Substitution;
  #freeTypes = 0;

  constructor(substitution: Substitution) {
    this.#substitution = substitution;
  }

  /** A new type variable. */
  free(): Type {
    return typeParam(`_var${this.#freeTypes++}`);
  }

  /** Undefined if no overload accepts arguments of these types. */
  resolve(overloads: readonly Overload[], types: readonly Type[]): Resolution | undefined {
    let type: Type | undefined;
    const ids: string[] = [];
    for (const overload of overloads) {
      const result = this.#match(overload, types);
      if (result === undefined) continue;
      ids.push(overload.id);
      if (type === undefined) type = result;
      else if (!isDyn(type) && !isExactly(result, type)) type = DYN;
    }
    return type === undefined ? undefined : { type, overloads: ids };
  }

  /** The result type of an overload for arguments of these types; undefined if it does not accept them. */
  #match({ params, result, typeParams }: Overload, types: readonly Type[]): Type | undefined {
    if (typeParams.length === 0) {
      return this.#substitution.areAssignable(types, params) ? result : undefined;
    }
    // Overloads that do not match also use up the names of type variables, which messages show.
    const free = typeParams.map(() => this.free());
    if (types.length !== params.length) return undefined;
    const fresh = params.map((type) => instantiate(type, typeParams, free));
    if (!this.#substitution.areAssignable(types, fresh)) return undefined;
    return this.#substitution.substitute(instantiate(result, typeParams, free), false);
  }
}
