import { describe, expect, it } from 'vitest';
import { markLine } from '../../src/report/mark-line.ts';

/** The line, and carets under its marked part. */
function marked(line: string, part: string): readonly string[] {
  const from = line.indexOf(part);
  const { text, indent, width } = markLine(line, from, from + part.length);
  return [text, ' '.repeat(indent) + '^'.repeat(width)];
}

describe('a mark stands under what is meant', () => {
  it.each([
    ['plain', 'a: here', 'here', ['a: here', '   ^^^^']],
    ['tabs', '\ta:\there', 'here', ['    a:  here', '        ^^^^']],
    ['wide characters', '名前: 値 # x', '値', ['名前: 値 # x', '      ^^']],
    ['after wide characters', '名前: x', 'x', ['名前: x', '      ^']],
    ['emoji', '😀: x', 'x', ['😀: x', '    ^']],
    ['an emoji of several', '👩‍👩‍👧: x', 'x', ['👩‍👩‍👧: x', '    ^']],
    ['combining marks', 'e\u0301te\u0301: x', 'x', ['e\u0301te\u0301: x', '     ^']],
    ['without width', 'a\u200b: x', 'x', ['a\\u200b: x', '         ^']],
    ['control characters', 'a\u001b[2J: x', 'x', ['a\\u001b[2J: x', '            ^']],
  ])('%s', (_, line, part, expected) => {
    expect(marked(line, part)).toEqual(expected);
  });

  it('without width at the end of a line', () => {
    expect(markLine('a:', 2, 2)).toEqual({ text: 'a:', indent: 2, width: 1 });
    expect(markLine('', 0, 0)).toEqual({ text: '', indent: 0, width: 1 });
  });
});

describe('a long line is cut around what is meant', () => {
  const long = (before: number, after: number) => `${'<'.repeat(before)}here${'>'.repeat(after)}`;

  it('at the end', () => {
    const { text, indent, width } = markLine(long(10, 500), 10, 14);
    expect(text).toBe(`${'<'.repeat(10)}here${'>'.repeat(105)}…`);
    expect([indent, width]).toEqual([10, 4]);
  });

  it('at the start', () => {
    const { text, indent, width } = markLine(long(500, 3), 500, 504);
    expect(text).toBe(`…${'<'.repeat(39)}here>>>`);
    expect([indent, width]).toEqual([40, 4]);
  });

  it('on both sides, however long it is', () => {
    const { text, indent, width } = markLine(long(1_000_000, 1_000_000), 1_000_000, 1_000_004);
    expect(text).toBe(`…${'<'.repeat(39)}here${'>'.repeat(75)}…`);
    expect([indent, width]).toEqual([40, 4]);
  });

  it('when what is meant is longer than a line', () => {
    const { text, indent, width } = markLine(`a: ${'x'.repeat(1000)}`, 3, 1003);
    expect(text).toBe(`a: ${'x'.repeat(116)}…`);
    expect([indent, width]).toEqual([3, 116]);
  });
});
