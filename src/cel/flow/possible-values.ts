import type { Place } from './place.ts';

/**
 * One of the things that an expression may give in some world. What cannot fail to be selected from, such as
 * a constant or what a function gives, is left out.
 */
export type Possible =
  | { readonly kind: 'place'; readonly place: Place }
  /** All elements of a list, or all values of a map, and what an optional has, are one. */
  | { readonly kind: 'list' | 'map' | 'optional'; readonly held: readonly Possible[] }
  /** Variables that have expressions themselves. */
  | { readonly kind: 'record' };

/** All that an expression may give; at most one of them is a list, one a map, and so on. */
export type PossibleValues = readonly Possible[];

export const NOTHING: PossibleValues = [];

/** What is one or the other. */
export function eitherOf(a: PossibleValues, b: PossibleValues): PossibleValues {
  if (b.length === 0 || a === b) return a;
  if (a.length === 0) return b;
  const joined = [...a];
  for (const one of b) {
    const index = joined.findIndex((known) => areOfOneSort(known, one));
    const known = joined[index];
    if (known === undefined) joined.push(one);
    else if ('held' in known && 'held' in one) {
      joined[index] = { kind: known.kind, held: eitherOf(known.held, one.held) };
    }
  }
  return joined;
}

function areOfOneSort(a: Possible, b: Possible): boolean {
  if (a.kind === 'place') return b.kind === 'place' && a.place === b.place;
  return a.kind === b.kind;
}

/** Whether all of `b` is in `a`. */
export function includesAll(a: PossibleValues, b: PossibleValues): boolean {
  return b.every((one) => {
    const known = a.find((other) => areOfOneSort(other, one));
    if (known === undefined) return false;
    return !('held' in known && 'held' in one) || includesAll(known.held, one.held);
  });
}

/** What lists, maps or optionals among some values have; undefined where there are none. */
export function heldBy(
  values: PossibleValues,
  kind: 'list' | 'map' | 'optional',
): PossibleValues | undefined {
  const found = values.find((one) => one.kind === kind);
  return found !== undefined && 'held' in found ? found.held : undefined;
}
