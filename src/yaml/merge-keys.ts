import type { Merge } from './document.ts';
import type { Extras } from './extras.ts';
import type { Positions } from './positions.ts';
import type { Span } from './tree.ts';
import { keySpan, visitMappings } from './written-mappings.ts';

interface ReadText {
  readonly text: string;
  readonly positions: Positions;
  readonly extras: Extras;
}

/**
 * The merge keys, in document order.
 *
 * @param text the text of the positions
 */
export function findMerges(
  positions: Positions,
  extras: Extras | undefined,
  text: string,
): Merge[] {
  const merges: Merge[] = [];
  if (extras === undefined || extras.merges.size === 0) return merges;
  visitMappings(positions, (mapping, path) => {
    if (!extras.mergeKeys.has(mapping)) return;
    for (const merge of mergesIn(mapping, { text, positions, extras })) {
      merges.push({ path: [...path], ...merge });
    }
  });
  return merges.sort((a, b) => a.span.start - b.span.start);
}

function* mergesIn(
  mapping: number,
  { text, positions, extras }: ReadText,
): Iterable<Omit<Merge, 'path'>> {
  const own = new Map<string, number>();
  for (const entry of positions.children(mapping)) {
    const sources = extras.merges.get(entry);
    if (sources === undefined) {
      own.set(positions.keys[entry] ?? '', entry);
      continue;
    }
    const overrides: { key: string; span: Span }[] = [];
    const written = (one: number) => text.slice(positions.valueStart(one), positions.valueEnd(one));
    for (const { entry: source, value } of sources) {
      const entries = new Map(
        [...positions.children(source)].map((one) => [positions.keys[one], one]),
      );
      for (const key of Object.keys(value)) {
        const overridden = own.get(key);
        if (overridden === undefined) continue;
        own.delete(key);
        const merged = entries.get(key);
        if (merged !== undefined && written(merged) === written(overridden)) continue;
        overrides.push({ key, span: keySpan(positions, overridden) });
      }
    }
    yield { span: keySpan(positions, entry), overrides };
  }
}
