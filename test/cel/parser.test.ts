import { describe, expect, it } from 'vitest';
import { MacroTable } from '../../src/cel/parse/macros.ts';
import type { ParseOptions } from '../../src/cel/parse/parse-options.ts';
import { parse } from '../../src/cel/parse/parser.ts';
import { renderIssues } from '../../src/cel/source.ts';
import { EXISTS_ONE_MACRO, POLICY_PARSING, treeLine } from './parser-answer.ts';

function outcome(expression: string, options: Partial<ParseOptions> = {}): string {
  const result = parse(expression, { ...POLICY_PARSING, ...options });
  if ('ast' in result) return treeLine(result.ast.expr).replace(/#[-\d]+(@[-\d]+)?/gu, '');
  return renderIssues(expression, result.errors);
}

describe('the limits of parse', () => {
  const repeat = (text: string, count: number): string => text.repeat(count);
  const deep = 'ERROR: <input>:-1:0: expression recursion limit exceeded: 250';
  const tall = 'ERROR: <input>:-1:0: max recursion depth exceeded';
  const large = (size: number): string =>
    `ERROR: <input>:-1:0: expression code point size exceeds limit: size: ${size}, limit 100000`;

  it.each([
    // [what, accepted, refused, error]
    ['code points', repeat('é', 0) + repeat('a', 100_000), repeat('a', 100_001), large(100_001)],
    [
      'astral code points',
      `"${repeat('😀', 99_998)}"`,
      `"${repeat('😀', 99_999)}"`,
      large(100_001),
    ],
    ['parentheses', `${repeat('(', 249)}1${repeat(')', 249)}`, repeat('(', 250), deep],
    ['lists', repeat('[', 249) + repeat(']', 249), repeat('[', 10_000), deep],
    ['conditionals', `${repeat('a?b:', 249)}c`, `${repeat('a?b:', 250)}c`, deep],
    ['right operands of relations', nested('1<(', 124), nested('1<(', 125), deep],
    ['sums', `1${repeat('+1', 250)}`, `1${repeat('+1', 251)}`, tall],
    ['selections', `a${repeat('.b', 250)}`, `a${repeat('.b', 20_000)}`, tall],
    ['calls of members', `a${repeat('.f()', 250)}`, `a${repeat('.f()', 251)}`, tall],
  ])('%s', (_, accepted, refused, error) => {
    expect(outcome(accepted)).not.toContain('ERROR');
    expect(outcome(refused)).toBe(error);
  });

  function nested(part: string, count: number): string {
    return `${repeat(part, count)}1${repeat(')', count)}`;
  }

  it('is free for chains of && and ||, and for signs', () => {
    expect(outcome(`a${repeat(' && a', 10_000)}`)).not.toContain('ERROR');
    expect(outcome(`${repeat('!', 10_000)}a`)).toBe('a');
  });

  it('reports a hundred errors and counts the others', () => {
    const result = parse(repeat('#', 1000), POLICY_PARSING);
    expect('errors' in result && [result.errors.issues.length, result.errors.truncated]).toEqual([
      100, 1,
    ]);
    expect(outcome(`[${repeat('if, ', 150)}]`)).toMatch(/\n50 more errors were truncated$/u);
  });

  it('does not follow macros that double the tree without end', () => {
    expect(outcome(`a${repeat('.optMap(x, x)', 8)}`)).not.toContain('ERROR');
    expect(outcome(`a${repeat('.optMap(x, x)', 100)}`)).toContain('too many expressions');
  });

  it('leaves out lines that are too long to show', () => {
    expect(outcome(`${repeat('x', 16_381)} ) `).split('\n')).toHaveLength(3);
    expect(outcome(`${repeat('x', 16_382)} ) `).split('\n')).toHaveLength(1);
    expect(outcome(`${repeat('é', 8192)}`).split('\n')[1]).toMatch(/^ \| é/u);
  });

  it.each(['(', ')', '1 ', '#', '-1+', 'a.b+', 'a?b:', '{1:', 'a.b{', 'x == "y" || '])(
    'takes little time for a hundred thousand characters of %s',
    (unit) => {
      const start = process.cpuUsage();
      outcome(repeat(unit, Math.floor(100_000 / unit.length)));
      expect(process.cpuUsage(start).user).toBeLessThan(5_000_000);
    },
  );
});

describe('the options of parse', () => {
  it('expands the macros of the table only', () => {
    const macros = new MacroTable([]);
    expect(outcome('has(a.b)', { macros })).toBe('has(a.b)');
    expect(outcome('a.all(x, x)', { macros })).toBe('a.all(x,x)');
    expect(outcome('has(a.b)')).toBe('a.b~test-only~');
    expect(outcome('a.existsOne(x, x)')).toBe('a.existsOne(x,x)');
    expect(outcome('a.existsOne(x, x)', { macros: new MacroTable([EXISTS_ONE_MACRO]) })).toContain(
      '__comprehension__',
    );
  });

  it('records what macros were written as', () => {
    const result = parse('a.all(x, has(x.b))', POLICY_PARSING);
    const calls = 'ast' in result ? [...result.ast.macroCalls.values()] : [];
    expect(calls.map((call) => [call.function, call.args.length])).toEqual([
      ['has', 1],
      ['all', 2],
    ]);
  });

  it.each([
    ['a.?b', '_?._(a,"b")', "1:2: unsupported syntax '.?'"],
    ['a[?0]', '_[?_](a,0)', "1:2: unsupported syntax '[?'"],
    ['[?a]', '[a]?0', "1:2: unsupported syntax '?'"],
    ['{?a: b}', '{?a:b}', "1:2: unsupported syntax '?'"],
    ['T{?a: b}', 'T{?a:b}', "1:3: unsupported syntax '?'"],
  ])('takes %s only with optional syntax', (expression, tree, error) => {
    expect(outcome(expression)).toBe(tree);
    expect(outcome(expression, { optionalSyntax: false })).toContain(`ERROR: <input>:${error}\n`);
  });

  it('refuses fields in backticks', () => {
    expect(outcome('a.`b c`')).toContain("1:3: unsupported syntax: '`'");
    expect(outcome('a.`b c`', { grammar: '0.22' })).toContain('token recognition error');
  });

  it('follows older releases', () => {
    const old = { grammar: '0.22', accumulator: '__result__' } as const;
    expect(outcome('a.map(__result__, 1)', old)).toContain('__comprehension__');
    expect(outcome('a.map(__result__, 1)')).toContain('overwrites accumulator variable');
    expect(outcome('"\\ud800"', old)).toBe('"\ufffd"');
    expect(outcome('"\\ud800"')).toContain('invalid unicode code point');
    expect(outcome('a "%d %% %"', old)).toContain(`'"%!d(MISSING) % %!"(MISSING)'`);
    expect(outcome('x{?.', old)).toContain("mismatched input '.' expecting IDENTIFIER\n");
    expect(outcome('x{?.')).toContain('expecting {IDENTIFIER, ESC_IDENTIFIER}');
  });
});
