import {
  CR,
  decodedBreak,
  HASH,
  isBlank,
  isBreak,
  isBreakOrEnd,
  isDigit,
  LF,
  MINUS,
  PIPE,
  PLUS,
  SPACE,
  TAB,
} from './characters.ts';
import type { Cursor } from './cursor.ts';
import { Refused } from './refusals.ts';
import type { Trace } from './trace.ts';

/** The indentation of a block scalar, as the column of its content; 0 until it is known. */
interface ContentColumn {
  column: number;
}

const STRIP = -1;
const CLIP = 0;
const KEEP = 1;

/**
 * Scans a literal or folded scalar; the cursor is at its `|` or `>`.
 *
 * @param parentIndent the column of the enclosing block collection, -1 at the top level
 * @param content receives the column of the content; a column other than 0 is used as it is
 * @param trace receives the offsets of the characters
 */
export function scanBlockScalar(
  cursor: Cursor,
  parentIndent: number,
  content: ContentColumn,
  trace?: Trace,
): string {
  const start = cursor.position;
  const literal = cursor.at(start) === PIPE;
  const chomping = readHeader(cursor, start, parentIndent, content);
  const breaks: number[] = [];
  scanBreaks(cursor, breaks, parentIndent, content, start);
  const { text, end } = cursor;
  let value = '';
  let from = -1;
  let lineBreak = -1;
  let previousBlank = false;
  while (cursor.position < end && cursor.position - cursor.lineStart === content.column) {
    const blank = isBlank(text.charCodeAt(cursor.position));
    if (lineBreak >= 0) {
      if (literal || previousBlank || blank || isKeptByFolding(text.charCodeAt(lineBreak))) {
        value = appendLine(cursor, value, from, lineBreak, trace);
      } else {
        value += text.slice(from, lineBreak);
        if (breaks.length === 0) {
          trace?.replaced(value.length, lineBreak);
          value += ' ';
        }
      }
    }
    value = appendBreaks(cursor, value, breaks, trace);
    previousBlank = blank;
    from = cursor.position;
    trace?.verbatim(value.length, from);
    lineBreak = endOfLine(cursor, from);
    cursor.position = cursor.afterBreak(lineBreak);
    cursor.lineStart = cursor.position;
    scanBreaks(cursor, breaks, parentIndent, content, start);
  }
  if (lineBreak >= 0) {
    if (chomping === STRIP) value += text.slice(from, lineBreak);
    else value = appendLine(cursor, value, from, lineBreak, trace);
  }
  return chomping === KEEP ? appendBreaks(cursor, value, breaks, trace) : value;
}

function isKeptByFolding(c: number): boolean {
  return decodedBreak(c) !== '\n';
}

/** Appends a line and its line break to the decoded scalar. */
function appendLine(
  cursor: Cursor,
  value: string,
  from: number,
  lineBreak: number,
  trace: Trace | undefined,
): string {
  const c = cursor.text.charCodeAt(lineBreak);
  if (c === LF && trace === undefined) return value + cursor.text.slice(from, lineBreak + 1);
  const line = value + cursor.text.slice(from, lineBreak);
  trace?.replaced(line.length, lineBreak);
  return line + decodedBreak(c);
}

function appendBreaks(
  cursor: Cursor,
  value: string,
  breaks: number[],
  trace: Trace | undefined,
): string {
  if (breaks.length === 0) return value;
  let longer = value;
  for (const offset of breaks) {
    trace?.replaced(longer.length, offset);
    longer += decodedBreak(cursor.text.charCodeAt(offset));
  }
  breaks.length = 0;
  return longer;
}

/** The offset of the line break that ends the line. */
function endOfLine(cursor: Cursor, from: number): number {
  const { text, end } = cursor;
  if (cursor.simpleBreaks) {
    const lineFeed = text.indexOf('\n', from);
    return lineFeed > from && text.charCodeAt(lineFeed - 1) === CR ? lineFeed - 1 : lineFeed;
  }
  let position = from;
  while (position < end && !isBreak(text.charCodeAt(position))) position++;
  return position;
}

/** Scans the header, which is the text after `|` or `>` on the same line. Returns the chomping. */
function readHeader(
  cursor: Cursor,
  start: number,
  parentIndent: number,
  content: ContentColumn,
): number {
  let position = start + 1;
  let chomping = CLIP;
  let hasChomping = false;
  let hasIndent = false;
  for (let k = 0; k < 2; k++) {
    const c = cursor.at(position);
    if (!hasChomping && (c === PLUS || c === MINUS)) {
      chomping = c === PLUS ? KEEP : STRIP;
      hasChomping = true;
    } else if (!hasIndent && isDigit(c)) {
      if (c === 0x30) {
        throw Refused.scanner(
          'block-scalar-indent',
          { start: position, end: position + 1 },
          { problem: 'found an indentation indicator equal to 0', at: position, context: start },
        );
      }
      if (content.column === 0) content.column = Math.max(parentIndent, 0) + c - 0x30;
      hasIndent = true;
    } else break;
    position++;
  }
  while (isBlank(cursor.at(position))) position++;
  if (cursor.at(position) === HASH) {
    while (!isBreakOrEnd(cursor.at(position))) position++;
  }
  if (!isBreakOrEnd(cursor.at(position))) {
    throw Refused.scanner(
      'block-scalar-header',
      { start: position, end: endOfLine(cursor, position) },
      { problem: 'did not find expected comment or line break', at: position, context: start },
      cursor.text.slice(start, start + 1),
    );
  }
  cursor.position = cursor.afterBreak(position);
  cursor.lineStart = cursor.position;
  return chomping;
}

/**
 * Skips blank lines, whose line breaks it collects, and the indentation of the next line. If the
 * column of the content is not known yet, it becomes the largest indentation of these lines.
 */
function scanBreaks(
  cursor: Cursor,
  breaks: number[],
  parentIndent: number,
  content: ContentColumn,
  start: number,
): void {
  const { text, end } = cursor;
  const column = content.column;
  const limit = column === 0 ? Number.POSITIVE_INFINITY : column;
  let { position, lineStart } = cursor;
  let deepest = 0;
  cursor.scalarEnd = position;
  for (;;) {
    let c = position < end ? text.charCodeAt(position) : 0;
    while (c === SPACE && position - lineStart < limit) {
      position++;
      c = position < end ? text.charCodeAt(position) : 0;
    }
    if (position - lineStart > deepest) deepest = position - lineStart;
    if (c === TAB && position - lineStart < limit) {
      throw Refused.scanner(
        'tab-indent',
        { start: position, end: position + 1 },
        {
          problem: 'found a tab character where an indentation space is expected',
          at: position,
          context: start,
        },
      );
    }
    if (!isBreak(c)) break;
    breaks.push(position);
    position = cursor.afterBreak(position);
    lineStart = position;
    cursor.scalarEnd = position;
  }
  cursor.position = position;
  cursor.lineStart = lineStart;
  if (column === 0) content.column = Math.max(deepest, parentIndent + 1, 1);
}
