import type { SymbolicPath } from './path.ts';

/**
 * One of the values that an expression can have. Values whose selections cannot fail, such as constants and results of
 * functions, are not included.
 */
type AbstractValue =
  | { readonly kind: 'path'; readonly path: SymbolicPath }
  /** A list, map or optional value, with all values that it can contain. */
  | { readonly kind: 'list' | 'map' | 'optional'; readonly content: AbstractValues }
  /** Fields that have expressions of their own: `variables`. */
  | { readonly kind: 'record' };

/** All values that an expression can have; at most one of them is a list, one a map, and so on. */
export type AbstractValues = readonly AbstractValue[];

export const NO_VALUES: AbstractValues = [];

/** The union of two sets of values. */
export function join(a: AbstractValues, b: AbstractValues): AbstractValues {
  if (b.length === 0 || a === b) return a;
  if (a.length === 0) return b;
  const joined = [...a];
  for (const one of b) {
    const index = joined.findIndex((known) => areMerged(known, one));
    const known = joined[index];
    if (known === undefined) joined.push(one);
    else if ('content' in known && 'content' in one) {
      joined[index] = { kind: known.kind, content: join(known.content, one.content) };
    }
  }
  return joined;
}

/** Reports whether one value can represent two values. */
function areMerged(a: AbstractValue, b: AbstractValue): boolean {
  if (a.kind === 'path') return b.kind === 'path' && a.path === b.path;
  return a.kind === b.kind;
}

/** Reports whether a set of values includes another one. */
export function includesAll(a: AbstractValues, b: AbstractValues): boolean {
  return b.every((one) => {
    const known = a.find((other) => areMerged(other, one));
    if (known === undefined) return false;
    return !('content' in known && 'content' in one) || includesAll(known.content, one.content);
  });
}

/** The content of the list, map or optional value among some values; undefined if there is none. */
export function contentOf(
  values: AbstractValues,
  kind: 'list' | 'map' | 'optional',
): AbstractValues | undefined {
  const found = values.find((one) => one.kind === kind);
  return found !== undefined && 'content' in found ? found.content : undefined;
}
