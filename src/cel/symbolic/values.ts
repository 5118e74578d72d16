import type { Expr } from '../ast.ts';
import type { CheckedAst } from '../check/checked-ast.ts';
import type { SymbolicPath } from './path.ts';
import type { Scalar } from './shape.ts';

export type Value =
  | { readonly kind: 'constant'; readonly value: Scalar }
  /** The input value at a path. */
  | { readonly kind: 'input'; readonly path: SymbolicPath }
  | { readonly kind: 'list'; readonly elements: readonly Value[]; readonly notationLength: number }
  | { readonly kind: 'map'; readonly entries: readonly Entry[]; readonly notationLength: number }
  | { readonly kind: 'optional'; readonly value: Value | undefined }
  /** An absent value where `SymbolicInput.selectsZero` is set: equal to any zero value. */
  | { readonly kind: 'zero' }
  /** Fields that have expressions of their own: `variables`. */
  | { readonly kind: 'record'; readonly get: (name: string) => Value | undefined }
  | Term
  | Failed
  /** A value of which nothing is known. */
  | { readonly kind: 'unknown' };

type Entry = readonly [key: Value, value: Value];

/** An element of a range, as a macro with one iteration variable and one with two see it. */
export type Element = readonly [{ readonly single: Value; readonly index: Value }, Value];

/** The result of a function that is not interpreted. */
export interface Term {
  readonly kind: 'term';
  /** The same for terms with the same value. */
  readonly notation: string;
  /** The notations of the paths that it depends on. */
  readonly dependencies: readonly string[];
  /** For a key of a map: the map, of which it is a key whose name is not known. */
  readonly keyOf?: SymbolicPath;
}

/** An evaluation that fails with an error. */
export interface Failed {
  readonly kind: 'failed';
  readonly failure: Failure;
}

/** The selection of an absent value. */
export interface Failure {
  /** The path of the absent value. */
  readonly missing: SymbolicPath;
  /** The path of the null value that it is selected from, if that is the cause. */
  readonly nullPath: SymbolicPath | undefined;
  readonly expr: Expr;
  /** The expression that contains the selection: that of a variable may be evaluated within another one. */
  readonly checked: CheckedAst;
}

/** A node of an expression. */
export type Site = Pick<Failure, 'expr' | 'checked'>;

export const UNKNOWN: Value = { kind: 'unknown' };
export const ZERO: Value = { kind: 'zero' };
export const NONE: Value = { kind: 'optional', value: undefined };
export const TRUE: Value = bool(true);
export const FALSE: Value = bool(false);

export function bool(value: boolean): Value {
  return { kind: 'constant', value: { type: 'bool', value } };
}

export function int(value: number): Value {
  return { kind: 'constant', value: { type: 'int', value: BigInt(value) } };
}

export function string(value: string): Value {
  return { kind: 'constant', value: { type: 'string', value } };
}

export function list(elements: readonly Value[]): Value {
  const length = elements.reduce((sum, element) => sum + notationLength(element), 1);
  return { kind: 'list', elements, notationLength: length };
}

export function map(entries: readonly Entry[]): Value {
  const length = entries.reduce(
    (sum, [key, value]) => sum + notationLength(key) + notationLength(value),
    1,
  );
  return { kind: 'map', entries, notationLength: length };
}

/** The string constant that a value is; undefined for any other value. */
export function stringIn(value: Value): string | undefined {
  return value.kind === 'constant' && value.value.type === 'string' ? value.value.value : undefined;
}

/**
 * The approximate length of a value's notation, which can double with each nested macro:
 * `[x, x].all(y, [y, y].all(...))`.
 */
export function notationLength(value: Value): number {
  switch (value.kind) {
    case 'constant':
      return value.value.type === 'string' ? value.value.value.length : 1;
    case 'term':
      return value.notation.length;
    case 'list':
    case 'map':
      return value.notationLength;
    case 'optional':
      return value.value === undefined ? 1 : 1 + notationLength(value.value);
    case 'input':
      return value.path.notation.length;
    default:
      return 1;
  }
}

/** A key that is the same for scalars that are equal in CEL, where numbers are compared across types. */
export function scalarKey(scalar: Scalar): string {
  switch (scalar.type) {
    case 'null':
      return 'null';
    case 'int':
    case 'uint':
    case 'double':
      return `number ${Number(scalar.value)}`;
    case 'bytes':
      return `bytes ${scalar.value.join()}`;
    case 'type':
      return `type ${scalar.name}`;
    default:
      return `${scalar.type} ${JSON.stringify(scalar.value)}`;
  }
}

/** A notation that is the same for values that are the same. */
export function notationOf(value: Value): string {
  switch (value.kind) {
    case 'constant':
      return scalarKey(value.value);
    case 'input':
      return value.path.notation;
    case 'list':
      return `[${value.elements.map(notationOf).join()}]`;
    case 'map':
      return `{${value.entries.map(([key, held]) => `${notationOf(key)}:${notationOf(held)}`).join()}}`;
    case 'optional':
      return value.value === undefined ? 'none' : `optional(${notationOf(value.value)})`;
    case 'term':
      return value.notation;
    default:
      return value.kind;
  }
}

/** Reports whether a scalar is the zero value of its type. */
export function isZero(scalar: Scalar): boolean {
  switch (scalar.type) {
    case 'null':
      return true;
    case 'bool':
      return !scalar.value;
    case 'string':
    case 'bytes':
      return scalar.value.length === 0;
    case 'type':
      return false;
    default:
      return Number(scalar.value) === 0;
  }
}

/** The notations of the paths that values depend on, each once. */
export function dependenciesOfAll(values: readonly Value[]): readonly string[] {
  return [...new Set(values.flatMap(dependenciesOf))];
}

/** The notations of the paths that a value depends on. */
export function dependenciesOf(value: Value): readonly string[] {
  switch (value.kind) {
    case 'input':
      return [value.path.notation];
    case 'list':
      return value.elements.flatMap(dependenciesOf);
    case 'map':
      return value.entries.flatMap(([key, held]) => [
        ...dependenciesOf(key),
        ...dependenciesOf(held),
      ]);
    case 'optional':
      return value.value === undefined ? [] : dependenciesOf(value.value);
    case 'term':
      return value.dependencies;
    default:
      return [];
  }
}
