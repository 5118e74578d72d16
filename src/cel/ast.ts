/**
 * The abstract syntax tree of a CEL expression, with macros expanded. The parser creates it; checker, cost estimator
 * and evaluator only read it. They keep what they compute about a node in tables of their own, by the id of the node.
 *
 * Source: `cel.expr.Expr` of the CEL specification, with the positions of cel-go.
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
  /** Unique in the tree. The ids are those of cel-go, which numbers the nodes as its parser creates them. */
  readonly id: number;
  /** The position that errors about the node refer to, as an offset in code points. */
  readonly offset: number;
}

/** A literal. Integers are bigints, because a double cannot represent all of int64 and uint64. */
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

/** A variable, or the first part of a qualified name. A leading dot is part of the name: `.a`. */
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

/** A call of a function or operator (`_+_`, `_?_:_`, `_[_]`, `_?._`). Member functions are called on `target`. */
export interface Call extends Node {
  readonly kind: 'call';
  readonly function: string;
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
}

export interface ListLiteral extends Node {
  readonly kind: 'list';
  readonly elements: readonly Expr[];
  /** The indices of the optional elements: `[?e]`. */
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

/** The loop that a macro over a list or a map expands to. */
export interface Comprehension extends Node {
  readonly kind: 'comprehension';
  readonly iterVar: string;
  /** Undefined for a macro with one variable. */
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
  /** The expression as written. */
  readonly source: string;
  readonly expr: Expr;
  /** The macro calls that were expanded, by the id of the node that replaces the call. */
  readonly macroCalls: ReadonlyMap<number, MacroCall>;
}

/**
 * A macro call as written. Macro calls in its target and arguments are expanded. Their own entries have their original
 * form.
 */
export interface MacroCall {
  readonly function: string;
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
}

/**
 * An error in an expression. Line and column are those that cel-go prints: the line starts at 1, the column at 0, in
 * code points. Both are -1 for an error about the whole expression.
 */
export interface Issue {
  /** The offset in code points; -1 for an error without a position. */
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}
