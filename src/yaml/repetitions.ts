import type { Extras } from './composer.ts';
import type { DuplicateKey, Merge } from './document.ts';
import type { Positions } from './positions.ts';
import { BLOCK_MAPPING, FLOW_MAPPING } from './styles.ts';
import type { Path, Span } from './tree.ts';

/** The keys that mappings have twice, in the order of the text. */
export function findDuplicates(positions: Positions, extras: Extras | undefined): DuplicateKey[] {
  const duplicates: DuplicateKey[] = [];
  if (extras === undefined || extras.repeating.size === 0) return duplicates;
  visitMappings(positions, (mapping, path) => {
    if (extras.repeating.has(mapping)) compareKeys(positions, extras, mapping, path, duplicates);
  });
  return duplicates.sort((a, b) => a.second.start - b.second.start);
}

function compareKeys(
  positions: Positions,
  { merges, typedKeys }: Extras,
  mapping: number,
  path: Path,
  duplicates: DuplicateKey[],
): void {
  const first = new Map<string, number>();
  for (const entry of positions.children(mapping)) {
    if (merges.has(entry)) continue;
    const key = positions.keys[entry] ?? '';
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, entry);
      continue;
    }
    duplicates.push({
      path: [...path, key],
      key,
      first: keySpan(positions, earlier),
      second: keySpan(positions, entry),
      sameText: typedKeys.has(earlier) !== typedKeys.has(entry),
    });
  }
}

/** The merge keys, in the order of the text. */
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

function keySpan(positions: Positions, entry: number): Span {
  return { start: positions.keyStart(entry), end: positions.keyEnd(entry) };
}

/** Visits each mapping that is written in the document, with its path. */
function visitMappings(positions: Positions, visit: (mapping: number, path: Path) => void): void {
  const path: (string | number)[] = [];
  const ends: number[] = [];
  const indexes: number[] = [];
  for (let entry = 0; entry < positions.count; entry++) {
    while (ends.length > 0 && entry >= (ends.at(-1) ?? 0)) {
      ends.pop();
      indexes.pop();
      path.pop();
    }
    if (entry > 0) {
      const index = (indexes.pop() ?? 0) + 1;
      indexes.push(index);
      path.pop();
      path.push(positions.keyStart(entry) < 0 ? index - 1 : (positions.keys[entry] ?? ''));
    }
    if (positions.next(entry) === entry + 1) continue;
    const style = positions.style(entry);
    if (style === BLOCK_MAPPING || style === FLOW_MAPPING) visit(entry, path);
    ends.push(positions.next(entry));
    indexes.push(0);
    path.push('');
  }
}
