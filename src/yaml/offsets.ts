import { scanBlockScalar } from './block-scalar.ts';
import { Cursor } from './cursor.ts';
import type { Document, NodeSpans } from './document.ts';
import { decodeString } from './json.ts';
import { scanPlain } from './plain.ts';
import { scanQuoted } from './quoted.ts';
import { ReadDocument } from './read-document.ts';
import { Trace } from './trace.ts';

/**
 * The offset in the text of a character of a decoded scalar. Handles escapes, folding, indentation,
 * chomping, line breaks and aliases (the offset is then in the anchor's value).
 *
 * @param index an offset in the decoded string, in UTF-16 units; its length gives the end of the scalar
 * @returns the offset in the text; the start of the value if it is not a scalar
 */
export function offsetInText(document: Document, location: NodeSpans, index: number): number {
  return offsetsInText(document, location)(index);
}

/** Does what {@link offsetInText} does for many characters of a scalar, which is scanned once. */
export function offsetsInText(document: Document, location: NodeSpans): (index: number) => number {
  const { start, end } = location.anchor?.value ?? location.value;
  const trace = new Trace();
  const length = retrace(document, location, start, end, trace)?.length;
  if (length === undefined) return () => start;
  const isQuoted = location.style === 'single-quoted' || location.style === 'double-quoted';
  return (index) => {
    if (index >= length) return isQuoted ? end - 1 : end;
    return trace.offset(Math.max(index, 0)) ?? start;
  };
}

/** Scans a scalar again and records the offsets of its characters. */
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
