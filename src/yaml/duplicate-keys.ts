import type { DuplicateKey } from './document.ts';
import type { Extras } from './extras.ts';
import type { Positions } from './positions.ts';
import { keySpan, visitMappings } from './written-mappings.ts';

/** The keys that occur twice in a mapping, in document order. */
export function findDuplicates(positions: Positions, extras: Extras | undefined): DuplicateKey[] {
  const duplicates: DuplicateKey[] = [];
  if (extras === undefined || extras.repeating.size === 0) return duplicates;
  visitMappings(positions, (mapping, path) => {
    if (!extras.repeating.has(mapping)) return;
    for (const one of repeatedKeys(mapping, positions, extras)) {
      duplicates.push({ path: [...path, one.key], ...one });
    }
  });
  return duplicates.sort((a, b) => a.second.start - b.second.start);
}

function* repeatedKeys(
  mapping: number,
  positions: Positions,
  { merges, typedKeys }: Extras,
): Iterable<Omit<DuplicateKey, 'path'>> {
  const first = new Map<string, number>();
  for (const entry of positions.children(mapping)) {
    if (merges.has(entry)) continue;
    const key = positions.keys[entry] ?? '';
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, entry);
      continue;
    }
    yield {
      key,
      first: keySpan(positions, earlier),
      second: keySpan(positions, entry),
      sameText: typedKeys.has(earlier) !== typedKeys.has(entry),
    };
  }
}
