import {
  COLON,
  decodedBreak,
  endsPlainInFlow,
  HASH,
  isBlank,
  isBreak,
  isSpaceOrEnd,
  TAB,
} from './characters.ts';
import type { Cursor } from './cursor.ts';
import { Refused } from './refusals.ts';
import type { Trace } from './trace.ts';

/**
 * Scans a plain scalar and the white space after it.
 *
 * @param indent the smallest column of continuation lines, outside of flow collections
 * @param trace receives the offsets of the characters
 */
export function scanPlain(cursor: Cursor, indent: number, inFlow: boolean, trace?: Trace): string {
  const { text, end, position: start } = cursor;
  let position = start;
  let lineStart = cursor.lineStart;
  let value = '';
  let chunk = start;
  let chunkEnd = start;
  let endedByBreak = false;
  let firstBreak = 0;
  let trailing: number[] | undefined;
  trace?.verbatim(0, start);
  for (;;) {
    if (position === lineStart && cursor.isDocumentIndicator(position)) break;
    let c = cursor.at(position);
    if (c === HASH) break;
    const run = position;
    while (!isSpaceOrEnd(c)) {
      if (c === COLON ? isSpaceOrEnd(cursor.at(position + 1)) : inFlow && endsPlainInFlow(c)) break;
      position++;
      c = position < end ? text.charCodeAt(position) : 0;
    }
    if (position > run) {
      if (endedByBreak) {
        value += text.slice(chunk, chunkEnd);
        value += foldedBreaks(cursor, firstBreak, trailing, value.length, trace);
        trace?.verbatim(value.length, run);
        trailing = undefined;
        endedByBreak = false;
        chunk = run;
      }
      chunkEnd = position;
    }
    if (!isBlank(c) && !isBreak(c)) break;
    for (;;) {
      if (isBlank(c)) {
        if (endedByBreak && c === TAB && position - lineStart < indent) {
          throw Refused.scanner(
            'tab-indent',
            { start: position, end: position + 1 },
            {
              problem: 'found a tab character that violates indentation',
              at: position,
              context: start,
            },
          );
        }
        position++;
      } else if (isBreak(c)) {
        if (endedByBreak) {
          trailing ??= [];
          trailing.push(position);
        } else {
          endedByBreak = true;
          firstBreak = position;
        }
        position = cursor.afterBreak(position);
        lineStart = position;
      } else break;
      c = position < end ? text.charCodeAt(position) : 0;
    }
    if (!inFlow && position - lineStart < indent) break;
  }
  cursor.position = position;
  cursor.lineStart = lineStart;
  cursor.scalarEnd = chunkEnd;
  cursor.endedByBreak = endedByBreak;
  return value === '' ? text.slice(chunk, chunkEnd) : value + text.slice(chunk, chunkEnd);
}

/**
 * Folds the line breaks between two lines of a plain or quoted scalar: a single one becomes a
 * space, the first of several is dropped; LS and PS are kept.
 */
export function foldedBreaks(
  cursor: Cursor,
  first: number,
  further: readonly number[] | undefined,
  decoded: number,
  trace: Trace | undefined,
): string {
  const kept = decodedBreak(cursor.at(first));
  let folded = kept === '\n' ? '' : kept;
  if (folded === '' && further === undefined) folded = ' ';
  if (folded !== '') trace?.replaced(decoded, first);
  for (const offset of further ?? []) {
    trace?.replaced(decoded + folded.length, offset);
    folded += decodedBreak(cursor.at(offset));
  }
  return folded;
}
