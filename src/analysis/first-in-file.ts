import type { Location } from '../rule/location.ts';

/**
 * The node that comes first in the file, for a finding that is reported only once although it occurs several times.
 * Undefined if there is none.
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
