import type { Ast } from '../ast.ts';
import type { Type } from '../types.ts';

/** The declaration that a node refers to. */
export type Reference =
  | {
      readonly kind: 'variable';
      /** The qualified name. A selection can be a variable as a whole: `authorizer.requestResource`. */
      readonly name: string;
      /** The number of an enumeration value. */
      readonly value?: bigint;
    }
  | {
      readonly kind: 'function';
      readonly name: string;
      /** The ids of the overloads that the types of the arguments match; several if a type is dyn. */
      readonly overloads: readonly string[];
      /** True if the target of the call is not a value, but the first part of the name of the function. */
      readonly isNamespaced: boolean;
    };

/** A table with the ids of nodes as keys. */
interface ByNode<T> {
  get(id: number): T | undefined;
  values(): Iterable<T>;
}

/** An expression with the types and references of its nodes. */
export interface CheckedAst {
  readonly ast: Ast;
  /** The type of the whole expression. */
  readonly type: Type;
  readonly types: ByNode<Type>;
  readonly references: ByNode<Reference>;
  /** True if the expression contains a list or map literal. Literals that come from macros count too. */
  readonly hasLiterals: boolean;
}

/** A table of nodes as an array, since nearly all ids occur, beginning with 1. A large `Map` is slower. */
export class NodeTable<T> implements ByNode<T> {
  readonly #entries: (T | undefined)[] = [undefined];

  get(id: number): T | undefined {
    return id < this.#entries.length ? this.#entries[id] : undefined;
  }

  set(id: number, entry: T): void {
    const entries = this.#entries;
    // Without holes, so that V8 keeps the array in its fast representation.
    while (entries.length < id) entries.push(undefined);
    if (entries.length === id) entries.push(entry);
    else entries[id] = entry;
  }

  replace(change: (entry: T) => T): void {
    for (const [id, entry] of this.#entries.entries()) {
      if (entry !== undefined) this.#entries[id] = change(entry);
    }
  }

  *values(): Iterable<T> {
    for (const entry of this.#entries) if (entry !== undefined) yield entry;
  }
}
