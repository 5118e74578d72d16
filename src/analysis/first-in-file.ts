import type { Spot } from '../rule/location.ts';

/**
 * Of several places of one text the one that a reader meets first, for what is told once however often
 * it occurs. Undefined where there is none.
 */
export function firstInFile<T>(
  nodes: readonly T[],
  spotOf: (node: T) => Spot,
): { readonly node: T; readonly spot: Spot } | undefined {
  let first: { readonly node: T; readonly spot: Spot } | undefined;
  for (const node of nodes) {
    const spot = spotOf(node);
    if (first === undefined || spot.span.start < first.spot.span.start) first = { node, spot };
  }
  return first;
}
