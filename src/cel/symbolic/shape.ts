import type { ConstantValue } from '../ast.ts';

/** A constant, or an enumerated value of the input; types are values as well. */
export type Scalar = ConstantValue | { readonly type: 'type'; readonly name: string };

/**
 * The presence of a member of an object or map:
 * - `always`: an expression can rely on it.
 * - `optional`: a valid object may lack it.
 * - `assumed`: nothing is known. The member is assumed to be present unless an expression tests for it.
 * - `never`: valid objects lack it.
 */
export type Presence = 'always' | 'optional' | 'assumed' | 'never';

/** The facts about an input value that are known before an expression is evaluated. */
export interface Shape {
  readonly kind: 'scalar' | 'list' | 'map' | 'object' | 'any';
  /** All values of a scalar, if they are known. */
  readonly values?: readonly Scalar[];
  /** True if null is a value too. */
  readonly nullable?: boolean;
  /** The limits of the number of elements of a list or map. */
  readonly minSize?: number;
  readonly maxSize?: number;
  /** A field of an object, or the value of a map's key. */
  member(name: string): Member;
  /** The elements of a list, or the values of a map. */
  element(): Shape;
}

export interface Member {
  readonly shape: Shape;
  readonly presence: Presence;
}

/** The shape of a value of which nothing is known. */
export const ANY_SHAPE: Shape = {
  kind: 'any',
  member: () => ({ shape: ANY_SHAPE, presence: 'assumed' }),
  element: () => ANY_SHAPE,
};

/** The shape of a value without members. */
export const SCALAR_SHAPE: Shape = { ...ANY_SHAPE, kind: 'scalar' };
