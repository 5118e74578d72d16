import { AT, BACKTICK, GREATER, PERCENT, PIPE, TAB } from './characters.ts';
import type { Cursor } from './cursor.ts';
import { MAX_DEPTH } from './max-depth.ts';
import { Refused } from './refusals.ts';

/** Collections are nested too deeply. */
export function tooDeep(at: number, context: number): Refused {
  const problem = `exceeded max depth of ${MAX_DEPTH}`;
  return Refused.scanner('too-deep', { start: at, end: at + 1 }, { problem, at, context });
}

/** The refusal of a character `c` at an offset, where no token can start with it. */
export function unexpectedCharacter(at: number, c: number): Refused {
  const span = { start: at, end: at + 1 };
  const problem = 'found character that cannot start any token';
  const serverError = { problem, at, context: at };
  if (c === TAB) return Refused.scanner('tab-indent', span, serverError);
  const character = String.fromCharCode(c);
  if (c === PIPE || c === GREATER) {
    return Refused.scanner('block-scalar-in-flow', span, serverError, character);
  }
  const reserved = c === AT || c === BACKTICK || c === PERCENT;
  const id = reserved ? 'reserved-character' : 'unexpected-character';
  return Refused.scanner(id, span, serverError, character);
}

/**
 * A colon follows a plain scalar of several lines: the last line was meant as a key, but is indented
 * deeper than the line before.
 *
 * @param plainStart the start of the scalar
 */
export function deeperLine(cursor: Cursor, plainStart: number, problem: string): Refused {
  const { lineStart, position } = cursor;
  const span = { start: lineStart, end: position };
  const refused = Refused.scanner('deeper-line', span, { problem, at: position });
  return refused.relate({ start: plainStart, end: plainStart + 1 }, 'the value begins here');
}
