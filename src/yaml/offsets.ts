import { scanBlockScalar } from './block-scalar.ts';
import { Cursor, Trace } from './cursor.ts';
import type { Document, NodeSpans } from './document.ts';
import { decodeString } from './json.ts';
import { scanPlain } from './plain.ts';
import { scanQuoted } from './quoted.ts';
import { ReadDocument } from './read-document.ts';

/**
 * Where a character of a decoded scalar stands in the text: through escapes, folded lines,
 * indentation, chomping and line breaks, and through an alias to its anchor.
 *
 * @param index the offset in the decoded text in UTF-16 units; its length gives the place behind
 * @returns the offset in the text; the beginning of the value where that is no scalar
 */
export function offsetInText(document: Document, location: NodeSpans, index: number): number {
  const { start, end } = location.anchor?.value ?? location.value;
  const trace = new Trace();
  const decoded = retrace(document, location, start, end, trace);
  if (decoded === undefined) return start;
  if (index >= decoded.length) {
    if (location.style === 'single-quoted' || location.style === 'double-quoted') return end - 1;
    return end;
  }
  return trace.offset(Math.max(index, 0)) ?? start;
}

/** Reads a scalar once more, from its beginning to its end, and notes where its characters stand. */
function retrace(
  document: Document,
  location: NodeSpans,
  start: number,
  end: number,
  trace: Trace,
): string | undefined {
  const cursor = new Cursor();
  cursor.open(document.text, start, end, false);
  switch (location.style) {
    case 'plain':
      return scanPlain(cursor, 0, false, trace);
    case 'single-quoted':
      return scanQuoted(cursor, trace);
    case 'double-quoted':
      if (document instanceof ReadDocument && document.format === 'json') {
        return decodeString(document.text, start, end, trace);
      }
      return scanQuoted(cursor, trace);
    case 'literal':
    case 'folded': {
      const column = document instanceof ReadDocument ? document.contentColumn(start) : 0;
      return scanBlockScalar(cursor, -1, { column }, trace);
    }
    default:
      return undefined;
  }
}
