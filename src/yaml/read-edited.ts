import { isBelowKey, pairsAround } from './edited-pairs.ts';
import { MAX_PART, type Part, readLines } from './read.ts';
import { ReadDocument } from './read-document.ts';
import { Refused } from './refusals.ts';
import { splitParts } from './split.ts';
import type { DecodedText } from './text.ts';
import { changeBetween } from './text-change.ts';
import type { Span } from './tree.ts';

/** The most pairs around an edit that are tried. */
const MOST_TRIED = 3;

/** A pair is read by itself if it is at most this part of its document. Otherwise the whole document is read. */
const LARGEST_SHARE = 1 / 2;

/**
 * Reads a text of one document after an edit. Only the innermost pair of a block mapping around the edit is read. All
 * other values are those of the earlier document, so its values must not be changed.
 *
 * A pair can be read by itself if its key is untouched and all its further lines belong to it by their columns: then
 * the reader is in the same state before and after its lines, whatever they contain.
 *
 * @param part the only part of the text before the edit
 * @returns undefined if the whole text has to be read
 */
export function readEdited(before: DecodedText, part: Part, after: DecodedText): Part | undefined {
  if (part.content.kind === 'refused' || part.format !== 'yaml' || !isPlain(after))
    return undefined;
  const { document } = part.content;
  if (!(document instanceof ReadDocument) || !isPlain(before)) return undefined;
  const [only, ...others] = splitParts(after.terminated);
  const isSplit = only === undefined || only.tail !== undefined || others.length > 0;
  if (isSplit || only.start !== part.span.start) return undefined;
  const edit = changeBetween(before.terminated, after.terminated);
  const edited = document.afterEdit(edit, after, (positions) => {
    const { length } = before.terminated;
    const pairs = pairsAround(positions, before.terminated, length, edit);
    for (const pair of pairs.slice(0, MOST_TRIED)) {
      const { start } = pair.lines;
      const end = pair.lines.end + edit.shift;
      if (end - start > length * LARGEST_SHARE) return undefined;
      const lines = { start, end };
      if (!isBelowKey(after.terminated, lines, pair.column)) continue;
      const read = readPair(after, lines);
      return read && { pair, read };
    }
    return undefined;
  });
  if (edited === undefined) return undefined;
  const span = { start: part.span.start, end: after.text.length };
  return { ...part, span, content: { kind: 'value', document: edited } };
}

/** Reports whether all characters of a text are such that a part of it can be read by itself. */
function isPlain(decoded: DecodedText): boolean {
  const { terminated, unreadable, invalid, hasControls, simpleBreaks } = decoded;
  const isReadable = unreadable === undefined && terminated.length <= MAX_PART;
  return isReadable && invalid.length === 0 && !hasControls && simpleBreaks;
}

/** Reads the lines of a pair as a mapping; undefined if they are refused. */
function readPair(decoded: DecodedText, lines: Span): ReadDocument | undefined {
  try {
    return readLines(decoded, lines);
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}
