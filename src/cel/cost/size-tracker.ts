import type { Call, Comprehension, Expr, Ident, Select } from '../ast.ts';
import type { Type } from '../types.ts';
import type { Path } from './path.ts';
import { type EntrySizes, fixedSize, type Size } from './size.ts';

/**
 * The maximum size of the value at a path by its declaration; undefined if the declaration has no limit. It is called
 * for paths from undeclared variables, too.
 */
export type DeclaredSize = (path: Path) => bigint | undefined;

/** The target or an argument of a call, as estimators see it. */
export interface Operand {
  readonly expr: Expr | undefined;
  readonly type: Type;
  /** Undefined if the value is not a part of a variable. */
  readonly path: Path | undefined;
  /** The size as far as the expression itself determines it. */
  readonly computed: Size | undefined;
}

/**
 * Tracks the paths and sizes of values while an expression is estimated. Releases of cel-go differ in this; the costs
 * that follow from the sizes are computed in the same way.
 */
export interface SizeTracker {
  /** Called for each node, after its children. */
  noteIdent(expr: Ident | Select, name: string): void;
  noteSelect(expr: Select): void;
  noteEntries(expr: Expr, entries: EntrySizes | undefined): void;

  sizeOf(expr: Expr): Size;
  entriesOf(expr: Expr): EntrySizes | undefined;

  operand(expr: Expr): Operand;
  /** The size of an operand for functions of the language. */
  languageSize(operand: Operand): Size;
  /** The size of an operand for functions of libraries. */
  librarySize(operand: Operand): Size;

  /**
   * The size of the result of a call.
   *
   * @param result the size according to the overloads before this one
   */
  resultAfter(expr: Call, overload: string, result: Size | undefined): Size | undefined;
  noteResult(expr: Call, result: Size | undefined): void;
  /** Notes that an expression has the same value as another one. */
  noteSame(expr: Expr, other: Expr): void;
  /** True if `dyn(x)` keeps the size of x. */
  readonly seesThroughDyn: boolean;

  /** Reports whether a comprehension only binds a variable to a value. */
  isBinding(expr: Comprehension): boolean;
  enterBinding(expr: Comprehension): void;
  leaveBinding(expr: Comprehension): void;

  /** Declares the variables of a comprehension, after its range and initial value were estimated. */
  enterLoop(expr: Comprehension): void;
  /** Removes all its variables but the accumulator, before its result is estimated. */
  leaveLoop(expr: Comprehension): void;
  /**
   * Removes the accumulator.
   *
   * @returns the number of iterations
   */
  finishLoop(expr: Comprehension): Size;
}

/** The size of the value at a path by its declaration; undefined if it has no limit, or there is no path. */
export function declaredSize(declared: DeclaredSize, path: Path | undefined): Size | undefined {
  const max = path === undefined ? undefined : declared(path);
  return max === undefined ? undefined : { min: 0n, max };
}

/** The size of a literal, for a string in code points; undefined for any other expression. */
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

/** Reports whether all values of a type have the size 1. */
export function isScalar(type: Type | undefined): boolean {
  return SCALARS.has(type?.kind);
}

const SCALARS: ReadonlySet<string | undefined> = new Set([
  'bool',
  'double',
  'duration',
  'int',
  'timestamp',
  'uint',
]);
