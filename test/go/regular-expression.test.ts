import { describe, expect, it } from 'vitest';
import { compileRegularExpression, type Finder } from '../../src/base/go/regular-expression.ts';
import {
  countMatching,
  limitRun,
  MatchingLimitExceeded,
  withinRunLimits,
} from '../../src/base/run-limits.ts';
import { inOneGo, type Steps } from '../../src/base/steps.ts';

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

  it.each([
    { pattern: '^[^a]{2,}$', good: 'bcd', bad: 'b' },
    { pattern: '^(?:(?:a[^b]){1,}c){0,}$', good: 'axayc', bad: 'axay' },
    { pattern: '^([a-z0-9]([-a-z0-9]*[a-z0-9])?\\.)+[a-z]{2,}$', good: 'a-b.io', bad: 'a-.io' },
  ])('may repeat without an end: $pattern', ({ pattern, good, bad }) => {
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
    {
      pattern: '(?i)a(?i=b)',
      error: 'error parsing regexp: invalid or unsupported Perl syntax: `(?i=`',
    },
    { pattern: '\\', error: 'error parsing regexp: trailing backslash at end of expression: ``' },
  ])('is refused with the error of Go: $pattern', ({ pattern, error }) => {
    expect(compileRegularExpression(pattern)).toMatchObject({ ok: false, error });
  });

  it('takes time linear in the text', () => {
    expect(matches('^(a+)+$', `${'a'.repeat(50_000)}b`)).toBe(false);
  });
});

describe('a large regular expression', () => {
  const ofGo = [
    ['a{1000}'.repeat(3354), true],
    ['a{1000}'.repeat(3357), false],
    ['(?:a?){1000}'.repeat(1000), true],
    ['(a{1000}|b)'.repeat(1700), true],
    [`${'(a{500}){2}'.repeat(100)}(`, false],
    [`${'a{1000}'.repeat(100)}((a{500}){2}){2}`, false],
    [`${'a{1000}'.repeat(100)}((a{1000}){0}){1000}`, true],
    [`${'[a[]{1000}[[:alpha:]]{2}\\Q{5}\\E\\x{41}{3}'.repeat(100)}`, true],
    [`${'a{1000}'.repeat(100)}a**`, false],
    ['a'.repeat(3_300_000), true],
    ['(a)'.repeat(50_000), true],
    [`${'(?:'.repeat(50_000)}a${')'.repeat(50_000)}`, true],
    [`${'('.repeat(999)}${')'.repeat(999)}${'a'.repeat(10_000)}`, true],
    [`${'('.repeat(1000)}${')'.repeat(1000)}${'a'.repeat(10_000)}`, false],
    ['[\\pL]'.repeat(26_000), false],
    [`[${'\\pL'.repeat(100_000)}]`, true],
    [`[${'\\pL'.repeat(10_000)}a-\\pL]`, false],
    [`${'a'.repeat(10_000)}(`, false],
    [`${'a'.repeat(10_000)})`, false],
    [`${'a|'.repeat(10_000)}*`, false],
    [`${'a'.repeat(10_000)}{2,1}`, false],
    [`${'a'.repeat(10_000)}{1001}`, false],
    [`${'a'.repeat(10_000)}{01}*`, true],
    [`(?i)${'[B-\u{1e942}]'.repeat(20_000)}`, true],
    [`(?i${'[B-\u{1e942}]'.repeat(1000)}`, false],
  ] as const;

  it.each(ofGo.map(([pattern, isValid]) => ({ pattern, isValid, start: pattern.slice(0, 20) })))(
    'is valid within the limits of Go: $start',
    ({ pattern, isValid }) => {
      expect(compileRegularExpression(pattern).ok).toBe(isValid);
    },
  );

  it('is refused with the error of Go', () => {
    const pattern = 'a{1000}'.repeat(3357);
    const error = `error parsing regexp: expression too large: \`${pattern}\``;
    expect(compileRegularExpression(pattern)).toMatchObject({ ok: false, error });
  });

  it.each(['a{1000}'.repeat(101), '\\pL'.repeat(4000), `(?i)${'[B-\u{1e942}]'.repeat(41)}`])(
    'is not compiled: %.10s',
    (pattern) => {
      expect(() => matches(pattern, 'a')).toThrow(MatchingLimitExceeded);
    },
  );

  it('is compiled up to a limit', () => {
    expect(matches(`^b${'a{1000}'.repeat(98)}`, 'a')).toBe(false);
  });

  it('is matched with what its classes have several times', () => {
    const pattern = `^[${'\\pL\\p{Letter}'.repeat(1000)}-]$`;
    expect(['é', '-', '1'].map((text) => matches(pattern, text))).toEqual([true, true, false]);
  });
});

describe('the limit of matching', () => {
  // It does not match from the first character on, so that the tests are fast.
  const large = `^b${'[a-zA-Z\\pL]{1000}'.repeat(25)}`;

  function finder(pattern: string, text: string): Finder {
    const compiled = compileRegularExpression(pattern);
    if (!compiled.ok) throw new Error(compiled.error);
    return compiled.expression.finder(text);
  }

  /** The number of matches of a character each. */
  function countMatches(pattern: string, text: string): number {
    const find = finder(pattern, text);
    let count = 0;
    while (find(count) !== undefined) count++;
    return count;
  }

  /** A run that matches `large` once in each step. */
  function* run(text: string): Steps<boolean> {
    for (;;) {
      matches(large, text);
      yield;
    }
  }

  /** A run that matches `large` once. */
  function* once(text: string): Steps<boolean> {
    yield;
    return matches(large, text);
  }

  it('refuses large patterns and long texts', () => {
    expect(() => matches(large, 'a'.repeat(70_000))).toThrow(MatchingLimitExceeded);
    const pattern = '[a-z]{1000}[12]';
    expect(() => matches(pattern, 'a'.repeat(1_100_000))).toThrow(MatchingLimitExceeded);
  });

  it('is for one match outside of runs', () => {
    for (let count = 0; count < 4; count++) expect(matches(large, 'a'.repeat(4000))).toBe(false);
  });

  it('is for all matches of a run, and for no other run', () => {
    const text = 'a'.repeat(14_000);
    const runs = [withinRunLimits(run(text)), withinRunLimits(run(text))];
    for (const _ of [1, 2]) for (const steps of runs) expect(steps.next().done).toBe(false);
    for (const steps of runs) expect(() => steps.next()).toThrow(MatchingLimitExceeded);
  });

  it('is that of a run for the runs in it', () => {
    const text = 'a'.repeat(14_000);
    const runs = () => [1, 2, 3].map(() => inOneGo(withinRunLimits(once(text))));
    expect(() => limitRun(runs)).toThrow(MatchingLimitExceeded);
    expect(runs()).toEqual([false, false, false]);
  });

  it('ends searches that read to the end for each match', () => {
    expect(() => countMatches('a(?:.*b)?', 'a'.repeat(50_000))).toThrow(MatchingLimitExceeded);
  });

  it('ends no searches that read a few characters for each match', () => {
    expect(countMatches('[ab]c?', 'a'.repeat(200_000))).toBe(200_000);
  });

  /** A run that has no work left for one sort of matches, and matches a pattern with an empty text. */
  function* exhausted(instructions: number, pattern: string): Steps<boolean> {
    const codeUnits = 1e6 / instructions;
    const count = instructions > 3000 ? 1000 : 5000;
    for (let done = 0; done < count; done++) countMatching(instructions, codeUnits);
    yield;
    return matches(pattern, '');
  }

  it('ends a run with very many small matches', () => {
    const run = withinRunLimits(exhausted(1000, '^[ab]{900}$'));
    expect(() => inOneGo(run)).toThrow(MatchingLimitExceeded);
  });

  it('counts the compilation of patterns', () => {
    const run = withinRunLimits(exhausted(10_000, `^b${'[ab]{1000}'.repeat(11)}`));
    expect(() => inOneGo(run)).toThrow(MatchingLimitExceeded);
  });

  it('does not count short matches of small patterns as large ones', () => {
    const steps = withinRunLimits(
      (function* (): Steps<boolean> {
        for (let count = 0; count < 2000; count++) matches('^[a-z]{1,900}$', 'a'.repeat(500));
        yield;
        return true;
      })(),
    );
    expect(inOneGo(steps)).toBe(true);
  });
});
