import type { ConstantValue, Expr } from '../ast.ts';
import type { CheckedAst } from '../check/checked-ast.ts';
import type { Place } from './place.ts';

/** What a constant or an enumerated value is; types are values, too. */
export type Scalar = ConstantValue | { readonly type: 'type'; readonly name: string };

/** What an expression gives in one world. */
export type Value =
  | { readonly kind: 'constant'; readonly value: Scalar }
  /** What the input has at a place. */
  | { readonly kind: 'input'; readonly place: Place }
  | { readonly kind: 'list'; readonly elements: readonly Value[]; readonly weight: number }
  | { readonly kind: 'map'; readonly entries: readonly Entry[]; readonly weight: number }
  | { readonly kind: 'optional'; readonly value: Value | undefined }
  /** What is not there, read as its author may have thought of it; see `World.readsZero`. */
  | { readonly kind: 'zero' }
  /** Variables that have expressions themselves. */
  | { readonly kind: 'record'; readonly get: (name: string) => Value | undefined }
  /** What a function gives, known by its text only; `leaves` are the places that it depends on. */
  | Term
  | Failed
  /** Nothing can be said. */
  | { readonly kind: 'unknown' };

export type Entry = readonly [key: Value, held: Value];

/** What one element is to a macro with one variable, and to one with two. */
export type Element = readonly [{ readonly single: Value; readonly index: Value }, Value];

/** What is known by its text only. */
export interface Term {
  readonly kind: 'term';
  readonly text: string;
  readonly leaves: readonly string[];
  /** The map of which it is some key, other than those that have been asked for by their names. */
  readonly keyOf?: Place;
}

/** An evaluation that ends in an error. */
export interface Failed {
  readonly kind: 'failed';
  readonly failure: Failure;
}

/** A selection of something that is not there. */
export interface Failure {
  /** What is not there. */
  readonly missing: Place;
  /** The place that is null, where it is not there for that. */
  readonly nullPlace: Place | undefined;
  /** The selection. */
  readonly expr: Expr;
  /** The expression that it is part of: variables have expressions of their own. */
  readonly checked: CheckedAst;
}

/** A part of an expression. */
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

export function list(elements: readonly Value[]): Value {
  const weight = elements.reduce((sum, element) => sum + weightOf(element), 1);
  return { kind: 'list', elements, weight };
}

export function map(entries: readonly Entry[]): Value {
  const weight = entries.reduce((sum, [key, held]) => sum + weightOf(key) + weightOf(held), 1);
  return { kind: 'map', entries, weight };
}

/** About how long the text of a value is, which may grow by doubling: `[x, x].all(y, [y, y].all(...))`. */
export function weightOf(value: Value): number {
  switch (value.kind) {
    case 'constant':
      return value.value.type === 'string' ? value.value.value.length : 1;
    case 'term':
      return value.text.length;
    case 'list':
    case 'map':
      return value.weight;
    case 'optional':
      return value.value === undefined ? 1 : 1 + weightOf(value.value);
    case 'input':
      return value.place.text.length;
    default:
      return 1;
  }
}

/** A text that is the same for scalars that are equal in CEL, where numbers are compared across types. */
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

/** A text that is the same for values that are the same. */
export function valueText(value: Value): string {
  switch (value.kind) {
    case 'constant':
      return scalarKey(value.value);
    case 'input':
      return value.place.text;
    case 'list':
      return `[${value.elements.map(valueText).join()}]`;
    case 'map':
      return `{${value.entries.map(([key, held]) => `${valueText(key)}:${valueText(held)}`).join()}}`;
    case 'optional':
      return value.value === undefined ? 'none' : `optional(${valueText(value.value)})`;
    case 'term':
      return value.text;
    default:
      return value.kind;
  }
}

/** Whether a scalar is the one that stands for nothing among its like. */
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

/** The places that values depend on, each once. */
export function leavesOfAll(values: readonly Value[]): readonly string[] {
  return [...new Set(values.flatMap(leavesOf))];
}

/** The places that a value depends on. */
export function leavesOf(value: Value): readonly string[] {
  switch (value.kind) {
    case 'input':
      return [value.place.text];
    case 'list':
      return value.elements.flatMap(leavesOf);
    case 'map':
      return value.entries.flatMap(([key, held]) => [...leavesOf(key), ...leavesOf(held)]);
    case 'optional':
      return value.value === undefined ? [] : leavesOf(value.value);
    case 'term':
      return value.leaves;
    default:
      return [];
  }
}
