import { BANG, GREATER, hexDigit, isSpaceOrEnd, isWord, LESS, PERCENT } from './characters.ts';
import { Refused } from './refusals.ts';
import type { Scanner } from './scanner.ts';
import { Token } from './tokens.ts';

const AFTER_ANCHOR = '?:,]}%@`';

/** Adds the token of an anchor or alias; the cursor is at its `&` or `*`. */
export function scanAnchor(scanner: Scanner, kind: number): void {
  const start = scanner.position;
  let position = start + 1;
  while (isWord(scanner.at(position))) position++;
  const next = scanner.at(position);
  if (
    position === start + 1 ||
    !(isSpaceOrEnd(next) || AFTER_ANCHOR.includes(String.fromCharCode(next)))
  ) {
    const sign = scanner.text.charAt(start);
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
  scanner.position = position;
  scanner.tokens.add(kind, start, position, 0, scanner.text.slice(start + 1, position));
}

/**
 * Adds the token of a tag; the cursor is at its `!`. `text` is the handle followed by the suffix as
 * written; `detail` is the length of the handle.
 */
export function scanTag(scanner: Scanner): void {
  const start = scanner.position;
  let handle = '';
  let suffix: string;
  if (scanner.at(start + 1) === LESS) {
    scanner.position = start + 2;
    suffix = scanTagUri(scanner, '', false, start);
    if (scanner.at(scanner.position) !== GREATER) {
      throw badTag(scanner, start, "did not find the expected '>'");
    }
    scanner.position++;
  } else {
    handle = scanTagHandle(scanner, false, start);
    if (handle.length > 1 && handle.endsWith('!')) suffix = scanTagUri(scanner, '', false, start);
    else {
      suffix = scanTagUri(scanner, handle, false, start);
      handle = '!';
      if (suffix === '') {
        handle = '';
        suffix = '!';
      }
    }
  }
  if (!isSpaceOrEnd(scanner.at(scanner.position))) {
    throw badTag(scanner, start, 'did not find expected whitespace or line break');
  }
  scanner.tokens.add(Token.Tag, start, scanner.position, handle.length, handle + suffix);
}

/** Scans `!`, `!!` or `!name!`, or the part of it that is there. */
export function scanTagHandle(scanner: Scanner, inDirective: boolean, context: number): string {
  const start = scanner.position;
  if (scanner.at(start) !== BANG) throw badTag(scanner, context, "did not find expected '!'");
  let position = start + 1;
  while (isWord(scanner.at(position))) position++;
  if (scanner.at(position) === BANG) position++;
  else if (inDirective && position !== start + 1) {
    throw badTag(scanner, context, "did not find expected '!'");
  }
  scanner.position = position;
  return scanner.text.slice(start, position);
}

const URI_SIGNS = ";/?:@&=+$,.!~*'()[]";

/** Scans the rest of a tag, after the part that was scanned as its handle. */
export function scanTagUri(
  scanner: Scanner,
  head: string,
  inDirective: boolean,
  context: number,
): string {
  let uri = head.slice(1);
  const start = scanner.position;
  let chunk = start;
  for (;;) {
    const c = scanner.at(scanner.position);
    if (c === PERCENT) {
      uri += scanner.text.slice(chunk, scanner.position) + scanUriEscape(scanner, context);
      chunk = scanner.position;
    } else if (isWord(c) || URI_SIGNS.includes(String.fromCharCode(c))) scanner.position++;
    else break;
  }
  if (head === '' && scanner.position === start) {
    const problem = 'did not find expected tag URI';
    throw badTag(scanner, context, problem, inDirective ? scanner.position : undefined);
  }
  return uri + scanner.text.slice(chunk, scanner.position);
}

/** Scans the escaped bytes of one character. */
function scanUriEscape(scanner: Scanner, context: number): string {
  const bytes: number[] = [];
  let width = 1;
  while (bytes.length < width) {
    const { position } = scanner;
    const high = hexDigit(scanner.at(position + 1));
    const low = hexDigit(scanner.at(position + 2));
    if (scanner.at(position) !== PERCENT || high < 0 || low < 0) {
      throw badTag(scanner, context, 'did not find URI escaped octet');
    }
    const byte = high * 16 + low;
    if (bytes.length === 0) {
      width =
        byte < 0x80 ? 1 : byte < 0xc0 ? 0 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf8 ? 4 : 0;
      if (width === 0) throw badTag(scanner, context, 'found an incorrect leading UTF-8 octet');
    } else if ((byte & 0xc0) !== 0x80) {
      throw badTag(scanner, context, 'found an incorrect trailing UTF-8 octet');
    }
    bytes.push(byte);
    scanner.position += 3;
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}

function badTag(scanner: Scanner, context: number, problem: string, end?: number): Refused {
  const at = scanner.position;
  const span = { start: context, end: Math.max(end ?? at, context + 1) };
  return Refused.scanner('tag', span, { problem, at, context });
}
