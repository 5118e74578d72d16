import { Refused } from './refusals.ts';
import { Token, type TokenQueue } from './tokens.ts';
import type { Span } from './tree.ts';

/**
 * The next token cannot continue a block collection.
 *
 * @param start the offset of the collection
 */
export function misplaced(
  tokens: TokenQueue,
  id: 'expected-item' | 'expected-key',
  problem: string,
  start: number,
): Refused {
  const { kind } = tokens;
  const isStart = kind === Token.BlockMappingStart || kind === Token.BlockSequenceStart;
  const refused = unexpected(tokens, isStart ? 'indentation' : id, problem, start);
  const what = id === 'expected-key' ? 'mapping' : 'list';
  return refused.relate({ start, end: start + 1 }, `the ${what} begins here`);
}

/**
 * The next token cannot continue a flow collection.
 *
 * @param close the bracket that would end the collection
 * @param start the offset of the collection
 */
export function unclosedFlow(
  tokens: TokenQueue,
  problem: string,
  close: string,
  start: number,
): Refused {
  const serverError = { problem, at: tokens.start, context: start };
  const open = { start, end: start + 1 };
  if (tokens.kind <= Token.DocumentEnd) {
    return Refused.parser('unclosed-flow', open, serverError, close === ']' ? '[' : '{', close);
  }
  const refused = Refused.parser('expected-comma', tokenSpan(tokens), serverError, close);
  return refused.relate(open, 'opened here');
}

/**
 * The next token is not one that the grammar allows.
 *
 * @param context the offset that go-yaml gives as context
 */
export function unexpected(
  tokens: TokenQueue,
  id: 'missing-value' | 'expected-item' | 'expected-key' | 'indentation',
  problem: string,
  context: number,
): Refused {
  return Refused.parser(id, tokenSpan(tokens), { problem, at: tokens.start, context });
}

function tokenSpan({ start, end }: TokenQueue): Span {
  return { start, end: Math.max(end, start + 1) };
}
