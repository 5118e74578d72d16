import { editDistance } from '../kubernetes/edit-distance.ts';

/** `; did you mean X?` where something known looks much like a name, else nothing. */
export function suggestion(name: string, known: readonly string[]): string {
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate);
    if (best === undefined || distance < best.distance) best = { name: candidate, distance };
  }
  if (best === undefined || best.distance > Math.max(1, Math.floor(name.length / 3))) return '';
  return `; did you mean ${best.name}?`;
}
