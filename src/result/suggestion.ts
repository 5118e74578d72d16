import { editDistance } from '../server/kubernetes/edit-distance.ts';

/** From this length on, the beginning of a name is recognized as the name. */
const SHORTEST_BEGINNING = 3;

/** `; did you mean X?` if a known name is similar to a name, otherwise the empty text. */
export function suggestion(name: string, known: readonly string[]): string {
  const nearest = nearestOf(name, known);
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
}

/** The most names of a document that one is compared with: there may be as many misspelled ones. */
export const MOST_COMPARED = 300;

/**
 * The name among those of a document that another one is probably a misspelling of, or the beginning. Undefined if
 * there are very many.
 */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  return candidates.length > MOST_COMPARED ? undefined : nearestOf(name, candidates);
}

function nearestOf(name: string, candidates: readonly string[]): string | undefined {
  const lower = name.toLowerCase();
  const letters = lettersOf(lower);
  const mostEdits = Math.max(1, Math.floor(name.length / 4));
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    const known = candidate.toLowerCase();
    const isBeginning = lower.length >= SHORTEST_BEGINNING && known.startsWith(lower);
    // Each edit changes the length by one at most.
    if (!isBeginning && Math.abs(lower.length - known.length) > mostEdits) continue;
    if (!isBeginning && bitsOf(letters ^ lettersOf(known)) > 2 * mostEdits) continue;
    const distance = isBeginning ? 0 : editDistance(lower, known);
    if (best === undefined || distance < best.distance) best = { name: candidate, distance };
  }
  return best !== undefined && best.distance <= mostEdits ? best.name : undefined;
}

/**
 * The characters of a text, as bits. An edit changes two of them or fewer, so most names need no edit distance. A file
 * of a stranger may have any number of unknown names.
 */
function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at++) letters |= 1 << (text.charCodeAt(at) % 32);
  return letters;
}

function bitsOf(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}
