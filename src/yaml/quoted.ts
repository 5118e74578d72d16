import {
  BACKSLASH,
  DOUBLE_QUOTE,
  decodedBreak,
  END,
  hexDigit,
  isBlank,
  isBreak,
  isSpaceOrEnd,
  SINGLE_QUOTE,
} from './characters.ts';
import type { Cursor } from './cursor.ts';
import { foldedBreaks } from './plain.ts';
import { Refused } from './refusals.ts';
import type { Trace } from './trace.ts';

/** Scans a single- or double-quoted scalar; the cursor is at the opening quote. */
export function scanQuoted(cursor: Cursor, trace?: Trace): string {
  const { text, end, position: start } = cursor;
  const quote = text.charCodeAt(start);
  const single = quote === SINGLE_QUOTE;
  let position = start + 1;
  let lineStart = cursor.lineStart;
  let value = '';
  let chunk = position;
  trace?.verbatim(0, position);
  for (;;) {
    if (position === lineStart && cursor.isDocumentIndicator(position)) {
      throw unclosed(cursor, start, position, 'found unexpected document indicator');
    }
    let c = position < end ? text.charCodeAt(position) : END;
    if (c === END) throw unclosed(cursor, start, position, 'found unexpected end of stream');
    let escapedBreak = -1;
    while (!isSpaceOrEnd(c)) {
      if (c === quote) {
        if (!single || cursor.at(position + 1) !== SINGLE_QUOTE) break;
        value += text.slice(chunk, position + 1);
        position += 2;
        chunk = position;
        trace?.verbatim(value.length, chunk);
      } else if (c === BACKSLASH && !single) {
        value += text.slice(chunk, position);
        if (isBreak(cursor.at(position + 1))) {
          escapedBreak = position;
          position = cursor.afterBreak(position + 1);
          lineStart = position;
          chunk = position;
          c = cursor.at(position);
          break;
        }
        trace?.replaced(value.length, position);
        cursor.position = position;
        value += decodeEscape(cursor, start);
        position = cursor.position;
        chunk = position;
        trace?.verbatim(value.length, chunk);
      } else position++;
      c = position < end ? text.charCodeAt(position) : END;
    }
    if (c === quote) break;
    const blanks = position;
    let firstBreak = -1;
    let further: number[] | undefined;
    while (isBlank(c) || isBreak(c)) {
      if (isBlank(c)) position++;
      else {
        if (firstBreak < 0 && escapedBreak < 0) {
          firstBreak = position;
          value += text.slice(chunk, blanks);
        } else {
          further ??= [];
          further.push(position);
        }
        position = cursor.afterBreak(position);
        lineStart = position;
      }
      c = position < end ? text.charCodeAt(position) : END;
    }
    if (firstBreak >= 0) {
      value += foldedBreaks(cursor, firstBreak, further, value.length, trace);
    } else if (escapedBreak >= 0) {
      for (const offset of further ?? []) {
        trace?.replaced(value.length, offset);
        value += decodedBreak(cursor.at(offset));
      }
    } else continue;
    chunk = position;
    trace?.verbatim(value.length, chunk);
  }
  cursor.position = position + 1;
  cursor.lineStart = lineStart;
  cursor.scalarEnd = position + 1;
  return value === '' ? text.slice(chunk, position) : value + text.slice(chunk, position);
}

function unclosed(cursor: Cursor, start: number, at: number, problem: string): Refused {
  const quote = cursor.at(start) === DOUBLE_QUOTE ? 'double' : 'single';
  return Refused.scanner(
    'unclosed-quote',
    { start, end: start + 1 },
    { problem, at, context: start },
    quote,
  );
}

const ESCAPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '0': '\0',
    a: '\x07',
    b: '\b',
    t: '\t',
    '\t': '\t',
    n: '\n',
    v: '\v',
    f: '\f',
    r: '\r',
    e: '\x1b',
    ' ': ' ',
    '"': '"',
    "'": "'",
    '\\': '\\',
    N: '\x85',
    _: '\xa0',
    L: '\u2028',
    P: '\u2029',
  }),
);

const CODE_LENGTHS: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

/** Decodes an escape sequence and moves the cursor, which is at the backslash, after it. */
function decodeEscape(cursor: Cursor, quote: number): string {
  const start = cursor.position;
  const letter = start + 1 < cursor.end ? cursor.text.charAt(start + 1) : '';
  const simple = ESCAPES.get(letter);
  if (simple !== undefined) {
    cursor.position = start + 2;
    return simple;
  }
  const length = CODE_LENGTHS.get(letter);
  const place = { at: start, context: quote };
  if (length === undefined) {
    const problem = 'found unknown escape character';
    throw Refused.scanner(
      'escape',
      { start, end: start + 2 },
      { problem, ...place },
      `\\${letter}`,
    );
  }
  let code = 0;
  for (let k = 0; k < length; k++) {
    const digit = hexDigit(cursor.at(start + 2 + k));
    if (digit < 0) {
      const problem = 'did not find expected hexdecimal number';
      const span = { start, end: start + 2 + k };
      throw Refused.scanner(
        'escape-digits',
        span,
        { problem, ...place },
        `\\${letter}`,
        String(length),
      );
    }
    code = code * 16 + digit;
  }
  const after = start + 2 + length;
  if ((code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff) {
    const problem = 'found invalid Unicode character escape code';
    throw Refused.scanner(
      'escape-code',
      { start, end: after },
      { problem, ...place },
      cursor.text.slice(start, after),
    );
  }
  cursor.position = after;
  return String.fromCodePoint(code);
}
