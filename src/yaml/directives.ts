import { DOT, HASH, isBlank, isBreakOrEnd, isDigit, isSpaceOrEnd, isWord } from './characters.ts';
import { scanTagHandle, scanTagUri } from './node-properties.ts';
import { Refused } from './refusals.ts';
import type { Scanner } from './scanner.ts';
import { Token } from './tokens.ts';

/**
 * Adds the token of a directive; the cursor is at its `%`. In a version, `detail` is major * 100 +
 * minor. In a tag prefix, `text` is the handle followed by the prefix, and `detail` is the length
 * of the handle.
 */
export function scanDirective(scanner: Scanner): void {
  const start = scanner.position;
  let position = start + 1;
  while (isWord(scanner.at(position))) position++;
  const name = scanner.text.slice(start + 1, position);
  scanner.position = position;
  if (name === '') throw bad(scanner, start, 'could not find expected directive name');
  if (!isSpaceOrEnd(scanner.at(position))) {
    throw bad(scanner, start, 'found unexpected non-alphabetical character');
  }
  if (name === 'YAML') scanVersion(scanner, start);
  else if (name === 'TAG') scanTagPrefix(scanner, start);
  else throw bad(scanner, start, 'found unknown directive name');
  skipBlanks(scanner);
  if (scanner.at(scanner.position) === HASH) {
    while (!isBreakOrEnd(scanner.at(scanner.position))) scanner.position++;
  }
  if (!isBreakOrEnd(scanner.at(scanner.position))) {
    throw bad(scanner, start, 'did not find expected comment or line break');
  }
  scanner.position = scanner.afterBreak(scanner.position);
  scanner.lineStart = scanner.position;
}

function scanVersion(scanner: Scanner, start: number): void {
  skipBlanks(scanner);
  const major = scanVersionNumber(scanner, start);
  if (scanner.at(scanner.position) !== DOT) {
    throw bad(scanner, start, "did not find expected digit or '.' character");
  }
  scanner.position++;
  const minor = scanVersionNumber(scanner, start);
  scanner.tokens.add(Token.VersionDirective, start, scanner.position, major * 100 + minor);
}

function scanVersionNumber(scanner: Scanner, start: number): number {
  const from = scanner.position;
  while (isDigit(scanner.at(scanner.position))) {
    scanner.position++;
    if (scanner.position - from > 2) {
      throw bad(scanner, start, 'found extremely long version number');
    }
  }
  if (scanner.position === from) throw bad(scanner, start, 'did not find expected version number');
  return Number(scanner.text.slice(from, scanner.position));
}

function scanTagPrefix(scanner: Scanner, start: number): void {
  skipBlanks(scanner);
  const handle = scanTagHandle(scanner, true, start);
  if (!isBlank(scanner.at(scanner.position))) {
    throw bad(scanner, start, 'did not find expected whitespace');
  }
  skipBlanks(scanner);
  const prefix = scanTagUri(scanner, '', true, start);
  if (!isSpaceOrEnd(scanner.at(scanner.position))) {
    throw bad(scanner, start, 'did not find expected whitespace or line break');
  }
  const end = scanner.position;
  scanner.tokens.add(Token.TagDirective, start, end, handle.length, handle + prefix);
}

function skipBlanks(scanner: Scanner): void {
  while (isBlank(scanner.at(scanner.position))) scanner.position++;
}

function bad(scanner: Scanner, start: number, problem: string): Refused {
  const at = scanner.position;
  return Refused.scanner(
    'directive',
    { start, end: Math.max(at, start + 1) },
    {
      problem,
      at,
      context: start,
    },
    problem,
  );
}
