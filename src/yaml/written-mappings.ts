import type { Positions } from './positions.ts';
import { BLOCK_MAPPING, FLOW_MAPPING } from './styles.ts';
import type { Path, Span } from './tree.ts';

/** Visits each mapping that is written in the document, with its path. */
export function visitMappings(
  positions: Positions,
  visit: (mapping: number, path: Path) => void,
): void {
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

/** The span of the key of an entry, which must be in a mapping. */
export function keySpan(positions: Positions, entry: number): Span {
  return { start: positions.keyStart(entry), end: positions.keyEnd(entry) };
}
