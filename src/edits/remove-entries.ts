import type { TextEdit } from '../result/text-edit.ts';
import type { Container, Entry } from './entries.ts';
import type { TextLines } from './text-lines.ts';

/** The edits that remove some entries of a mapping or list; undefined if no text would be left for it. */
export function removalOf(
  container: Container,
  segments: readonly (string | number)[],
  lines: TextLines,
): readonly TextEdit[] | undefined {
  const { entries, isFlow } = container;
  const removed = entries.filter(({ segment }) => segments.includes(segment));
  if (removed.length !== new Set(segments).size || removed.length === 0) return undefined;
  if (isFlow) return flowRemoval(entries, removed);
  return removed.length === entries.length ? undefined : blockRemoval(entries, removed, lines);
}

/** Each entry is removed with the comma after it, and entries at the end with the comma before them. */
function flowRemoval(entries: readonly Entry[], removed: readonly Entry[]): readonly TextEdit[] {
  const lastKept = entries.findLastIndex((entry) => !removed.includes(entry));
  const atEnd = entries.slice(lastKept + 1);
  const start = lastKept < 0 ? entries[0]?.start : entries[lastKept]?.end;
  const end = entries.at(-1)?.end;
  const edits = removed.flatMap((entry) => {
    const next = entries[entries.indexOf(entry) + 1];
    return atEnd.includes(entry) || next === undefined
      ? []
      : [{ start: entry.start, end: next.start, text: '' }];
  });
  if (atEnd.length === 0 || start === undefined || end === undefined) return edits;
  return [...edits, { start, end, text: '' }];
}

/**
 * An entry is removed with its lines. If it shares its line with a dash before it, the next entry takes its place on
 * the line.
 */
function blockRemoval(
  entries: readonly Entry[],
  removed: readonly Entry[],
  lines: TextLines,
): readonly TextEdit[] | undefined {
  const edits: TextEdit[] = [];
  for (const entry of removed) {
    if (lines.isFirst(entry.start)) {
      edits.push({ ...lines.whole(entry), text: '' });
      continue;
    }
    const next = entries[entries.indexOf(entry) + 1];
    if (next === undefined || removed.includes(next)) return undefined;
    edits.push({ start: entry.start, end: next.start, text: '' });
  }
  return edits;
}
