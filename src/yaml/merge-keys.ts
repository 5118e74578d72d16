import type { Merge } from './document.ts';
import type { Extras } from './extras.ts';
import type { Positions } from './positions.ts';
import type { Path, Span } from './tree.ts';
import { keySpan, visitMappings } from './written-mappings.ts';

/** The merge keys, in document order. */
export function findMerges(positions: Positions, extras: Extras | undefined): Merge[] {
  const merges: Merge[] = [];
  if (extras === undefined || extras.merges.size === 0) return merges;
  visitMappings(positions, (mapping, path) => {
    if (extras.mergeKeys.has(mapping)) listMerges(positions, extras, mapping, path, merges);
  });
  return merges.sort((a, b) => a.span.start - b.span.start);
}

function listMerges(
  positions: Positions,
  extras: Extras,
  mapping: number,
  path: Path,
  merges: Merge[],
): void {
  const own = new Map<string, number>();
  for (const entry of positions.children(mapping)) {
    const sources = extras.merges.get(entry);
    if (sources === undefined) {
      own.set(positions.keys[entry] ?? '', entry);
      continue;
    }
    const overrides: { key: string; span: Span }[] = [];
    for (const key of sources.flatMap(({ value }) => Object.keys(value))) {
      const overridden = own.get(key);
      if (overridden !== undefined) overrides.push({ key, span: keySpan(positions, overridden) });
      own.delete(key);
    }
    merges.push({ path: [...path], span: keySpan(positions, entry), overrides });
  }
}
