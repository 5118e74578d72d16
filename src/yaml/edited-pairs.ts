import { isSpaceOrEnd, LF, MINUS, SPACE } from './characters.ts';
import { lineStart } from './lines.ts';
import type { Positions } from './positions.ts';
import { BLOCK_MAPPING, BLOCK_SEQUENCE } from './styles.ts';
import type { TextChange } from './text-change.ts';
import type { Path, Span } from './tree.ts';

/** A pair of a block mapping whose key is the first on its line. */
export interface EditedPair {
  readonly entry: number;
  readonly path: Path;
  /** The lines of the pair in the earlier text. The next pair, item or document starts on the line after them. */
  readonly lines: Span;
  /** The column of its key, from 0. */
  readonly column: number;
}

/**
 * The pairs of block mappings with an edit in their value, the innermost first.
 *
 * @param text the text before the edit
 * @param end the end of the document in it
 */
export function pairsAround(
  positions: Positions,
  text: string,
  end: number,
  edit: TextChange,
): readonly EditedPair[] {
  const pairs: EditedPair[] = [];
  const path: (string | number)[] = [];
  let container = 0;
  let containerEnd = end;
  for (;;) {
    const style = positions.style(container);
    if (style !== BLOCK_MAPPING && style !== BLOCK_SEQUENCE) return pairs.reverse();
    const isMapping = style === BLOCK_MAPPING;
    const child = childBefore(positions, container, isMapping, edit.start);
    if (child === undefined) return pairs.reverse();
    const { entry, index, next } = child;
    if (next !== undefined) containerEnd = lineStart(text, next);
    // The line break before the next line must stay.
    if (edit.end >= containerEnd) return pairs.reverse();
    path.push(isMapping ? (positions.keys[entry] ?? '') : index);
    if (isMapping && edit.start > positions.keyEnd(entry)) {
      const key = positions.keyStart(entry);
      const start = lineStart(text, key);
      if (afterSpaces(text, start) === key) {
        const lines = { start, end: containerEnd };
        pairs.push({ entry, path: [...path], lines, column: key - start });
      }
    }
    container = entry;
  }
}

/** The last entry of a container that starts before an offset, with its index and the start of the entry after it. */
function childBefore(
  positions: Positions,
  container: number,
  isMapping: boolean,
  offset: number,
):
  | { readonly entry: number; readonly index: number; readonly next: number | undefined }
  | undefined {
  let entry = -1;
  let index = -1;
  for (const child of positions.children(container)) {
    const start = isMapping ? positions.keyStart(child) : positions.valueStart(child);
    if (start >= offset) return entry < 0 ? undefined : { entry, index, next: start };
    entry = child;
    index++;
  }
  return entry < 0 ? undefined : { entry, index, next: undefined };
}

/**
 * Reports whether all lines of a pair but the first are blank, deeper than its key, or items of a list in the column of
 * the key. All line breaks of the text are simple.
 */
export function isBelowKey(text: string, { start, end }: Span, column: number): boolean {
  for (let line = text.indexOf('\n', start) + 1; line < end; line = text.indexOf('\n', line) + 1) {
    const content = afterSpaces(text, line);
    const c = text.charCodeAt(content);
    if (c === LF || content - line > column) continue;
    const isItem = c === MINUS && isSpaceOrEnd(text.charCodeAt(content + 1));
    if (!isItem || content - line < column) return false;
  }
  return true;
}

/** The offset of the first character from an offset on that is not a space. */
function afterSpaces(text: string, offset: number): number {
  let at = offset;
  while (text.charCodeAt(at) === SPACE) at++;
  return at;
}
