import { BANG, GREATER, hexDigit, isSpaceOrEnd, isWord, LESS, PERCENT } from './characters.ts';
import type { Cursor } from './cursor.ts';
import { Refused } from './refusals.ts';
import { Token, type TokenQueue } from './tokens.ts';

const AFTER_ANCHOR = '?:,]}%@`';

/** Adds the token of an anchor or alias; the cursor is at its `&` or `*`. */
export function scanAnchor(
  cursor: Cursor,
  tokens: TokenQueue,
  kind: typeof Token.Alias | typeof Token.Anchor,
): void {
  const start = cursor.position;
  let position = start + 1;
  while (isWord(cursor.at(position))) position++;
  const next = cursor.at(position);
  if (
    position === start + 1 ||
    !(isSpaceOrEnd(next) || AFTER_ANCHOR.includes(String.fromCharCode(next)))
  ) {
    const sign = cursor.text.charAt(start);
    throw Refused.scanner(
      'anchor',
      { start, end: position },
      {
        problem: 'did not find expected alphabetic or numeric character',
        at: position,
        context: start,
      },
      sign,
    );
  }
  cursor.position = position;
  tokens.add(kind, start, position, 0, cursor.text.slice(start + 1, position));
}

/**
 * Adds the token of a tag; the cursor is at its `!`. `text` is the handle followed by the suffix as
 * written; `detail` is the length of the handle.
 */
export function scanTag(cursor: Cursor, tokens: TokenQueue): void {
  const start = cursor.position;
  let handle = '';
  let suffix: string;
  if (cursor.at(start + 1) === LESS) {
    cursor.position = start + 2;
    suffix = scanTagUri(cursor, '', false, start);
    if (cursor.at(cursor.position) !== GREATER) {
      throw badTag(cursor, start, "did not find the expected '>'");
    }
    cursor.position++;
  } else {
    handle = scanTagHandle(cursor, false, start);
    if (handle.length > 1 && handle.endsWith('!')) suffix = scanTagUri(cursor, '', false, start);
    else {
      suffix = scanTagUri(cursor, handle, false, start);
      handle = '!';
      if (suffix === '') {
        handle = '';
        suffix = '!';
      }
    }
  }
  if (!isSpaceOrEnd(cursor.at(cursor.position))) {
    throw badTag(cursor, start, 'did not find expected whitespace or line break');
  }
  tokens.add(Token.Tag, start, cursor.position, handle.length, handle + suffix);
}

/** Scans `!`, `!!` or `!name!`, or the part of it that is there. */
export function scanTagHandle(cursor: Cursor, inDirective: boolean, context: number): string {
  const start = cursor.position;
  if (cursor.at(start) !== BANG) throw badTag(cursor, context, "did not find expected '!'");
  let position = start + 1;
  while (isWord(cursor.at(position))) position++;
  if (cursor.at(position) === BANG) position++;
  else if (inDirective && position !== start + 1) {
    throw badTag(cursor, context, "did not find expected '!'");
  }
  cursor.position = position;
  return cursor.text.slice(start, position);
}

const URI_SIGNS = ";/?:@&=+$,.!~*'()[]";

/** Scans the rest of a tag, after the part that was scanned as its handle. */
export function scanTagUri(
  cursor: Cursor,
  head: string,
  inDirective: boolean,
  context: number,
): string {
  let uri = head.slice(1);
  const start = cursor.position;
  let chunk = start;
  for (;;) {
    const c = cursor.at(cursor.position);
    if (c === PERCENT) {
      uri += cursor.text.slice(chunk, cursor.position) + scanUriEscape(cursor, context);
      chunk = cursor.position;
    } else if (isWord(c) || URI_SIGNS.includes(String.fromCharCode(c))) cursor.position++;
    else break;
  }
  if (head === '' && cursor.position === start) {
    const problem = 'did not find expected tag URI';
    throw badTag(cursor, context, problem, inDirective ? cursor.position : undefined);
  }
  return uri + cursor.text.slice(chunk, cursor.position);
}

/** Scans the escaped bytes of one character. */
function scanUriEscape(cursor: Cursor, context: number): string {
  const bytes: number[] = [];
  let width = 1;
  while (bytes.length < width) {
    const { position } = cursor;
    const high = hexDigit(cursor.at(position + 1));
    const low = hexDigit(cursor.at(position + 2));
    if (cursor.at(position) !== PERCENT || high < 0 || low < 0) {
      throw badTag(cursor, context, 'did not find URI escaped octet');
    }
    const byte = high * 16 + low;
    if (bytes.length === 0) {
      width =
        byte < 0x80 ? 1 : byte < 0xc0 ? 0 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf8 ? 4 : 0;
      if (width === 0) throw badTag(cursor, context, 'found an incorrect leading UTF-8 octet');
    } else if ((byte & 0xc0) !== 0x80) {
      throw badTag(cursor, context, 'found an incorrect trailing UTF-8 octet');
    }
    bytes.push(byte);
    cursor.position += 3;
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}

function badTag(cursor: Cursor, context: number, problem: string, end?: number): Refused {
  const at = cursor.position;
  const span = { start: context, end: Math.max(end ?? at, context + 1) };
  return Refused.scanner('tag', span, { problem, at, context });
}
