import type { Call, ConstantValue, Expr } from '../ast.ts';
import { childrenAsParsed } from '../expression-tree.ts';

/**
 * The number of nodes up to which macros copy subexpressions. A chain of `optMap` doubles the nodes with each call;
 * the API server has no limit, and would run out of memory.
 */
const NODE_LIMIT = 250_000;

/**
 * Creates the nodes of a tree and numbers them 1, 2, 3 and so on in the order of their creation.
 *
 * Source: `parser/helper.go` of cel-go, which determines the ids.
 */
export class TreeNodes {
  #lastId = 0;
  /** The number of additional nodes that the tree would have if no node occurred twice. */
  #shared = 0;

  /** Reports whether the limit on copied subexpressions is reached. */
  get isFull(): boolean {
    return this.#lastId + this.#shared > NODE_LIMIT;
  }

  /** Counts an expression that occurs a second time in the tree. */
  share(expr: Expr): void {
    this.#shared++;
    for (const child of childrenAsParsed(expr)) this.share(child);
  }

  id(): number {
    this.#lastId++;
    return this.#lastId;
  }

  constant(offset: number, value: ConstantValue): Expr {
    return { kind: 'const', id: this.id(), offset, value };
  }

  ident(offset: number, name: string): Expr {
    return { kind: 'ident', id: this.id(), offset, name };
  }

  select(offset: number, operand: Expr, field: string): Expr {
    return { kind: 'select', id: this.id(), offset, operand, field, testOnly: false };
  }

  /** A call of an operator, or of a function that is not a macro, with an id that was reserved before. */
  call(id: number, offset: number, name: string, args: readonly Expr[], target?: Expr): Call {
    return { kind: 'call', id, offset, function: name, target, args };
  }

  /** Gives an id back if it is the last one. */
  release(id: number): void {
    if (id === this.#lastId) this.#lastId--;
  }
}
