import { describe, expect, it } from 'vitest';
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
