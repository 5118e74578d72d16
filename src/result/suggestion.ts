import { editDistance } from '../server/kubernetes/edit-distance.ts';

/** From this length on, the beginning of a name is recognized as the name. */
const SHORTEST_BEGINNING = 3;

/** `; did you mean X?` if a known name is similar to a name, otherwise the empty text. */
export function suggestion(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
}

/** The known name that another one is probably a misspelling of, or the beginning. */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  const lower = name.toLowerCase();
  const mostEdits = Math.max(1, Math.floor(name.length / 4));
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    const known = candidate.toLowerCase();
    const isBeginning = lower.length >= SHORTEST_BEGINNING && known.startsWith(lower);
    // Each edit changes the length by one at most.
    if (!isBeginning && Math.abs(lower.length - known.length) > mostEdits) continue;
    const distance = isBeginning ? 0 : editDistance(lower, known);
    if (best === undefined || distance < best.distance) best = { name: candidate, distance };
  }
  return best !== undefined && best.distance <= mostEdits ? best.name : undefined;
}
