import type { Ast } from '../ast.ts';
import type { Type } from '../types.ts';

/** What a node of the tree refers to. */
export type Reference =
  | {
      readonly kind: 'variable';
      /** The full name: of a selection such as `authorizer.requestResource` that is one variable, too. */
      readonly name: string;
      /** Of the value of an enumeration. */
      readonly value?: bigint;
    }
  | {
      readonly kind: 'function';
      /** The full name. */
      readonly name: string;
      /** The ids of all overloads that may be meant. */
      readonly overloads: readonly string[];
      /** Whether the target of the call is no value, but the first part of the function's name. */
      readonly isNamespaced: boolean;
    };

/** What is known of nodes, by their ids. */
export interface ByNode<T> {
  get(id: number): T | undefined;
  values(): Iterable<T>;
}

/** An expression with the types and references of its nodes. */
export interface CheckedAst {
  readonly ast: Ast;
  /** The type of the whole. */
  readonly type: Type;
  readonly types: ByNode<Type>;
  readonly references: ByNode<Reference>;
  /** Whether there is a list or a map in it, written out or made by a macro. */
  readonly hasLiterals: boolean;
}

/** As a `Map` of ids, but for ids that are nearly all there, from 1 on: large maps are slow. */
export class NodeTable<T> implements ByNode<T> {
  readonly #entries: (T | undefined)[] = [undefined];

  get(id: number): T | undefined {
    return id < this.#entries.length ? this.#entries[id] : undefined;
  }

  set(id: number, entry: T): void {
    const entries = this.#entries;
    // Without holes, which would make the array a map again.
    while (entries.length < id) entries.push(undefined);
    if (entries.length === id) entries.push(entry);
    else entries[id] = entry;
  }

  /** Gives each entry another value. */
  replace(change: (entry: T) => T): void {
    for (const [id, entry] of this.#entries.entries()) {
      if (entry !== undefined) this.#entries[id] = change(entry);
    }
  }

  *values(): Iterable<T> {
    for (const entry of this.#entries) if (entry !== undefined) yield entry;
  }
}
