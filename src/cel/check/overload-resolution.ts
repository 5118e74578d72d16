import type { Overload } from '../declarations.ts';
import { DYN, isDyn, isExactly, type Type, typeParam } from '../types.ts';
import { instantiate, type Substitution } from './substitution.ts';

/** What a call turns out to be. */
export interface Resolution {
  /** What it gives; dyn where the overloads that may be meant give different things. */
  readonly type: Type;
  /** The ids of all overloads that may be meant. */
  readonly overloads: readonly string[];
}

/**
 * Finds the overloads that take the arguments of a call, and makes the free types of one expression.
 *
 * Source: `resolveOverload` in `checker/checker.go` of cel-go.
 */
export class OverloadResolution {
  readonly #substitution: Substitution;
  #freeTypes = 0;

  constructor(substitution: Substitution) {
    this.#substitution = substitution;
  }

  /** A type of which nothing is known yet. */
  free(): Type {
    return typeParam(`_var${this.#freeTypes++}`);
  }

  /** Undefined where no overload takes arguments of these types. */
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

  /** What an overload gives back for arguments of these types; undefined where it does not take them. */
  #match({ params, result, typeParams }: Overload, types: readonly Type[]): Type | undefined {
    if (typeParams.length === 0) {
      return this.#substitution.areAssignable(types, params) ? result : undefined;
    }
    // Even an overload that cannot match uses up the names of free types, which messages show.
    const free = typeParams.map(() => this.free());
    if (types.length !== params.length) return undefined;
    const fresh = params.map((type) => instantiate(type, typeParams, free));
    if (!this.#substitution.areAssignable(types, fresh)) return undefined;
    return this.#substitution.substitute(instantiate(result, typeParams, free), false);
  }
}
