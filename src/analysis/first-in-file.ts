import type { Location } from '../rule/location.ts';

/**
 * Of several places of one text the one that a reader meets first, for what is told once however often
 * it occurs. Undefined where there is none.
 */
export function firstInFile<T>(
  nodes: readonly T[],
  locationOf: (node: T) => Location,
): { readonly node: T; readonly location: Location } | undefined {
  let first: { readonly node: T; readonly location: Location } | undefined;
  for (const node of nodes) {
    const location = locationOf(node);
    if (first === undefined || location.span.start < first.location.span.start)
      first = { node, location };
  }
  return first;
}
