import { DOT, HASH, isBlank, isBreakOrEnd, isDigit, isSpaceOrEnd, isWord } from './characters.ts';
import type { Cursor } from './cursor.ts';
import { scanTagHandle, scanTagUri } from './node-properties.ts';
import { Refused } from './refusals.ts';
import { Token, type TokenQueue } from './tokens.ts';

/**
 * Adds the token of a directive; the cursor is at its `%`. In a version, `detail` is major * 100 + minor. In a tag
 * prefix, `text` is the handle followed by the prefix, and `detail` is the length of the handle.
 */
export function scanDirective(cursor: Cursor, tokens: TokenQueue): void {
  const start = cursor.position;
  let position = start + 1;
  while (isWord(cursor.at(position))) position++;
  const name = cursor.text.slice(start + 1, position);
  cursor.position = position;
  if (name === '') throw bad(cursor, start, 'could not find expected directive name');
  if (!isSpaceOrEnd(cursor.at(position))) {
    throw bad(cursor, start, 'found unexpected non-alphabetical character');
  }
  if (name === 'YAML') scanVersion(cursor, tokens, start);
  else if (name === 'TAG') scanTagPrefix(cursor, tokens, start);
  else throw bad(cursor, start, 'found unknown directive name');
  skipBlanks(cursor);
  if (cursor.at(cursor.position) === HASH) {
    while (!isBreakOrEnd(cursor.at(cursor.position))) cursor.position++;
  }
  if (!isBreakOrEnd(cursor.at(cursor.position))) {
    throw bad(cursor, start, 'did not find expected comment or line break');
  }
  cursor.position = cursor.afterBreak(cursor.position);
  cursor.lineStart = cursor.position;
}

function scanVersion(cursor: Cursor, tokens: TokenQueue, start: number): void {
  skipBlanks(cursor);
  const major = scanVersionNumber(cursor, start);
  if (cursor.at(cursor.position) !== DOT) {
    throw bad(cursor, start, "did not find expected digit or '.' character");
  }
  cursor.position++;
  const minor = scanVersionNumber(cursor, start);
  tokens.add(Token.VersionDirective, start, cursor.position, major * 100 + minor);
}

function scanVersionNumber(cursor: Cursor, start: number): number {
  const from = cursor.position;
  while (isDigit(cursor.at(cursor.position))) {
    cursor.position++;
    if (cursor.position - from > 2) {
      throw bad(cursor, start, 'found extremely long version number');
    }
  }
  if (cursor.position === from) throw bad(cursor, start, 'did not find expected version number');
  return Number(cursor.text.slice(from, cursor.position));
}

function scanTagPrefix(cursor: Cursor, tokens: TokenQueue, start: number): void {
  skipBlanks(cursor);
  const handle = scanTagHandle(cursor, true, start);
  if (!isBlank(cursor.at(cursor.position))) {
    throw bad(cursor, start, 'did not find expected whitespace');
  }
  skipBlanks(cursor);
  const prefix = scanTagUri(cursor, '', true, start);
  if (!isSpaceOrEnd(cursor.at(cursor.position))) {
    throw bad(cursor, start, 'did not find expected whitespace or line break');
  }
  const end = cursor.position;
  tokens.add(Token.TagDirective, start, end, handle.length, handle + prefix);
}

function skipBlanks(cursor: Cursor): void {
  while (isBlank(cursor.at(cursor.position))) cursor.position++;
}

function bad(cursor: Cursor, start: number, problem: string): Refused {
  const at = cursor.position;
  return Refused.scanner(
    'directive',
    { start, end: Math.max(at, start + 1) },
    { problem, at, context: start },
    problem,
  );
}
