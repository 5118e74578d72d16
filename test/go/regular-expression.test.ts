import { beforeEach, describe, expect, it } from 'vitest';
import { MatchingLimitExceeded, renewMatchingLimit } from '../../src/base/go/matching-limit.ts';
import { compileRegularExpression } from '../../src/base/go/regular-expression.ts';

function matches(pattern: string, text: string): boolean {
  const compiled = compileRegularExpression(pattern);
  return compiled.ok && compiled.expression.matches(text);
}

describe('a regular expression of Go', () => {
  it.each([
    { pattern: '(?P<n>a)(?P<n>b)', good: 'ab', bad: 'ba' },
    { pattern: '(?<n>a)|(?<n>b)', good: 'b', bad: 'c' },
    { pattern: '^\\p{Letter}$', good: 'é', bad: '1' },
    { pattern: '^\\p{lu}$', good: 'A', bad: 'a' },
    { pattern: '^\\p{gReek}$', good: 'α', bad: 'a' },
    { pattern: '^\\P{Letter}$', good: '1', bad: 'a' },
    { pattern: '^\\p{^letter}$', good: '1', bad: 'a' },
    { pattern: '^[\\p{lowercase-letter}_]$', good: '_', bad: 'A' },
    { pattern: '^\\p{ASCII}$', good: 'a', bad: 'é' },
    { pattern: '^[^\\p{ascii}]$', good: 'é', bad: 'a' },
    { pattern: '\\Q\\p{Letter}(?P<n>\\E\\p{Letter}', good: '\\p{Letter}(?P<n>x', bad: 'x' },
  ])('may be $pattern, which re2js alone does not take', ({ pattern, good, bad }) => {
    expect(matches(pattern, good)).toBe(true);
    expect(matches(pattern, bad)).toBe(false);
  });

  it.each(['(?=a)', '(?!a)', '(a)\\1', 'a{1001}', 'x**', '[b-a]', '\\p{Foo}', '(?P<n', '\\Z', '['])(
    'is not %s',
    (pattern) => {
      expect(compileRegularExpression(pattern).ok).toBe(false);
    },
  );

  it.each([
    { pattern: '(', error: 'error parsing regexp: missing closing ): `(`' },
    { pattern: '\\', error: 'error parsing regexp: trailing backslash at end of expression: ``' },
  ])('is refused with the error of Go: $pattern', ({ pattern, error }) => {
    expect(compileRegularExpression(pattern)).toMatchObject({ ok: false, error });
  });

  it('takes time linear in the text', () => {
    expect(matches('^(a+)+$', `${'a'.repeat(50_000)}b`)).toBe(false);
  });
});

describe('a pattern of very many instructions', () => {
  const large = '[a-zA-Z\\pL]{1000}'.repeat(25);
  const long = 'a'.repeat(20_000);

  beforeEach(renewMatchingLimit);

  it('is not matched with a long text', () => {
    expect(() => matches(large, long)).toThrow(MatchingLimitExceeded);
    const compiled = compileRegularExpression(large);
    expect(() => compiled.ok && compiled.expression.find(long, 1)).toThrow(MatchingLimitExceeded);
  });

  it('is matched with short texts until the limit of the run is reached', () => {
    const short = 'a'.repeat(4000);
    for (let count = 0; count < 2; count++) expect(matches(large, short)).toBe(false);
    expect(() => matches(large, short)).toThrow(MatchingLimitExceeded);
    renewMatchingLimit();
    expect(matches(large, short)).toBe(false);
  });

  it('limits no pattern with fewer', () => {
    const text = 'a'.repeat(1_000_000);
    for (let count = 0; count < 5; count++) expect(matches('^[a-z]{1,1000}$', text)).toBe(false);
  });
});
