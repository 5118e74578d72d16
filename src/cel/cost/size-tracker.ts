import type { Call, Comprehension, Expr, Ident, Select } from '../ast.ts';
import type { Type } from '../types.ts';
import type { Path } from './path.ts';
import { type EntrySizes, fixedSize, type Size } from './size.ts';

/**
 * How large the value at a path can be, as far as its declaration tells; undefined where it does not. It is
 * asked of all paths, those of variables that are nobody's too.
 */
export type DeclaredSize = (path: Path) => bigint | undefined;

/** The target or an argument of a call, as functions that estimate costs see it. */
export interface Operand {
  readonly expr: Expr | undefined;
  readonly type: Type;
  /** Undefined of what is not reachable from a variable. */
  readonly path: Path | undefined;
  /** What is known of its size from the expression itself. */
  readonly computed: Size | undefined;
}

/**
 * What an estimate learns on its way through an expression: where values come from, and how large they
 * are. Releases of cel-go differ in that; the costs that follow are the same.
 */
export interface SizeTracker {
  /** Called with each node after what is in it. */
  noteIdent(expr: Ident | Select, name: string): void;
  noteSelect(expr: Select): void;
  noteEntries(expr: Expr, entries: EntrySizes | undefined): void;

  sizeOf(expr: Expr): Size;
  entriesOf(expr: Expr): EntrySizes | undefined;

  operand(expr: Expr): Operand;
  /** The size of an operand to the functions of the language. */
  languageSize(operand: Operand): Size;
  /** The size of an operand to the functions of libraries. */
  librarySize(operand: Operand): Size;

  /** The size of a call's result, given what the overloads so far said about it. */
  resultAfter(expr: Call, overload: string, result: Size | undefined): Size | undefined;
  noteResult(expr: Call, result: Size | undefined): void;
  /** Takes over what is known of another expression that has the same value. */
  noteSame(expr: Expr, other: Expr): void;
  /** Whether `dyn(x)` keeps the size of x. */
  readonly seesThroughDyn: boolean;

  /** Whether a fold is only a variable for a value. */
  isBinding(expr: Comprehension): boolean;
  enterBinding(expr: Comprehension): void;
  leaveBinding(expr: Comprehension): void;

  /** Declares the variables of a fold, after range and start. */
  enterLoop(expr: Comprehension): void;
  /** Drops all but the accumulator, before the result. */
  leaveLoop(expr: Comprehension): void;
  /** Drops the accumulator; gives how often the loop runs. */
  finishLoop(expr: Comprehension): Size;
}

/** The size of a literal; undefined of all else. Texts are counted in code points. */
export function literalSize(expr: Expr | undefined): Size | undefined {
  switch (expr?.kind) {
    case 'const':
      return fixedSize(constantSize(expr.value));
    case 'list':
      return fixedSize(BigInt(expr.elements.length));
    case 'map':
      return fixedSize(BigInt(expr.entries.length));
    default:
      return undefined;
  }
}

function constantSize(value: (Expr & { kind: 'const' })['value']): bigint {
  if (value.type === 'string') return BigInt([...value.value].length);
  return value.type === 'bytes' ? BigInt(value.value.length) : 1n;
}

/** Whether all values of a type have the size 1. */
export function isScalar(type: Type | undefined): boolean {
  switch (type?.kind) {
    case 'bool':
    case 'double':
    case 'duration':
    case 'int':
    case 'timestamp':
    case 'uint':
      return true;
    default:
      return false;
  }
}
