/**
 * The abstract syntax tree of a CEL expression, after macros are expanded. Parser, checker, cost
 * estimator and evaluator are separate readers of it; none of them writes into it, so what they find
 * out about a node is kept beside the tree, by the node's id.
 *
 * Source: the AST of the CEL specification (`cel.expr.Expr`), with cel-go's positions.
 */
export type Expr =
  | Constant
  | Ident
  | Select
  | Call
  | ListLiteral
  | MapLiteral
  | StructLiteral
  | Comprehension;

interface Node {
  /** Unique in the tree; ids count up in the order in which cel-go's parser gives them. */
  readonly id: number;
  /** Where errors about the node are shown: an offset in code points into the expression. */
  readonly offset: number;
}

/** A literal. Integers are bigints, so that int64 and uint64 are exact. */
export interface Constant extends Node {
  readonly kind: 'const';
  readonly value: ConstantValue;
}

export type ConstantValue =
  | { readonly type: 'null' }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'int' | 'uint'; readonly value: bigint }
  | { readonly type: 'double'; readonly value: number }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'bytes'; readonly value: Uint8Array };

/** A variable, or a part of a qualified name; a leading dot is kept (`.a`). */
export interface Ident extends Node {
  readonly kind: 'ident';
  readonly name: string;
}

export interface Select extends Node {
  readonly kind: 'select';
  readonly operand: Expr;
  readonly field: string;
  /** `has(operand.field)`. */
  readonly testOnly: boolean;
}

/** A function or operator (`_+_`, `_?_:_`, `_[_]`, `_?._`); `target` is what a member function is called on. */
export interface Call extends Node {
  readonly kind: 'call';
  readonly function: string;
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
}

export interface ListLiteral extends Node {
  readonly kind: 'list';
  readonly elements: readonly Expr[];
  /** Indices of the elements written as `?e`. */
  readonly optionalIndices: readonly number[];
}

export interface MapLiteral extends Node {
  readonly kind: 'map';
  readonly entries: readonly MapEntry[];
}

export interface MapEntry extends Node {
  readonly key: Expr;
  readonly value: Expr;
  readonly optional: boolean;
}

/** A message, such as `Object.spec{replicas: 3}`. */
export interface StructLiteral extends Node {
  readonly kind: 'struct';
  readonly name: string;
  readonly fields: readonly StructField[];
}

export interface StructField extends Node {
  readonly name: string;
  readonly value: Expr;
  readonly optional: boolean;
}

/** What a macro over a list or map becomes: a fold. */
export interface Comprehension extends Node {
  readonly kind: 'comprehension';
  readonly iterVar: string;
  /** Of a macro with two variables; undefined of the others. */
  readonly iterVar2: string | undefined;
  readonly iterRange: Expr;
  readonly accuVar: string;
  readonly accuInit: Expr;
  readonly loopCondition: Expr;
  readonly loopStep: Expr;
  readonly result: Expr;
}

/** A parsed expression. */
export interface Ast {
  /** The expression's text. */
  readonly source: string;
  readonly expr: Expr;
  /** What each expanded macro was written as, by the id of the node that stands for it. */
  readonly macroCalls: ReadonlyMap<number, MacroCall>;
}

/**
 * A macro as it was written. Macros in its target and arguments are there as what they were expanded
 * to: their ids tell what they were written as.
 */
export interface MacroCall {
  readonly function: string;
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
}

/** A mistake in an expression. Line and column are those that cel-go prints: line from 1, column in code points from 0; both -1 of an issue about the whole expression. */
export interface Issue {
  /** Offset in code points into the expression; -1 where it has no place. */
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}
