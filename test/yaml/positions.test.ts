import { describe, expect, test } from 'vitest';
import { Lines, offsetInText, type Path, readParts } from '../../src/yaml/index.ts';
import { documentOf } from './read-one.ts';

/** The texts of the key and the value at a path, the style, and the texts behind an alias. */
function at(text: string, path: Path): unknown[] {
  const location = documentOf(text).locate(path);
  if (location === undefined) return [];
  const slice = (span: { start: number; end: number } | undefined): string | undefined =>
    span && text.slice(span.start, span.end);
  const seen = [slice(location.key), slice(location.value), location.style];
  if (location.anchor === undefined) return seen;
  return [...seen, slice(location.anchor.key), slice(location.anchor.value)];
}

describe('locate', () => {
  const cases: [name: string, text: string, path: Path, expected: unknown[]][] = [
    ['plain values', 'a: b c # d\n', ['a'], ['a', 'b c', 'plain']],
    ['folded plain values', 'a: b\n  c\nd: 1\n', ['a'], ['a', 'b\n  c', 'plain']],
    ['quoted keys', "\"a\\u0062\" : 'x''y'\n", ['ab'], ['"a\\u0062"', "'x''y'", 'single-quoted']],
    ['explicit keys', '? a\n: - b\n', ['a', 0], [undefined, 'b', 'plain']],
    ['empty values', 'a:\nb: 1\n', ['a'], ['a', '', 'empty']],
    ['the last value of a text', 'a:', ['a'], ['a', '', 'empty']],
    ['the root', '# c\na: 1\nb: 2 # d\n', [], [undefined, 'a: 1\nb: 2', 'block-mapping']],
    [
      'lists in the column of their key',
      'a:\n- b\n- c:\n  - d\n',
      ['a', 1, 'c', 0],
      [undefined, 'd', 'plain'],
    ],
    ['lists', 'a:\n  - - b\n    - c\n', ['a', 0], [undefined, '- b\n    - c', 'block-sequence']],
    ['flow mappings', 'a: {b: [c, {d: e}], "f": }\n', ['a', 'b', 1, 'd'], ['d', 'e', 'plain']],
    [
      'flow collections',
      'a: {b: [c, {d: e}]}\n',
      ['a', 'b'],
      ['b', '[c, {d: e}]', 'flow-sequence'],
    ],
    ['empty values in flow', 'a: {b: , c}\n', ['a', 'b'], ['b', '', 'empty']],
    ['keys without a colon in flow', 'a: {b: , c}\n', ['a', 'c'], ['c', '', 'empty']],
    ['pairs in flow sequences', '[a: 1, b]\n', [0, 'a'], ['a', '1', 'plain']],
    ['literal scalars', 'a: |-\n   x\n   y\nb: 1\n', ['a'], ['a', '|-\n   x\n   y\n', 'literal']],
    ['folded scalars', 'a: > # c\n x\n\n y\n', ['a'], ['a', '> # c\n x\n\n y\n', 'folded']],
    ['values behind a tag and an anchor', 'a: !!str &x 1\n', ['a'], ['a', '1', 'plain']],
    ['CRLF', 'a:\r\n  b: c\r\n', ['a', 'b'], ['b', 'c', 'plain']],
    ['tabs between tokens', 'a:\tb\t# c\n', ['a'], ['a', 'b', 'plain']],
    ['astral characters', '😀: {"😀": x}\n', ['😀', '😀'], ['"😀"', 'x', 'plain']],
    ['a byte order mark', '\ufeffa: b\n', ['a'], ['a', 'b', 'plain']],
    ['numbers as keys', '0x10: a\n', ['16'], ['0x10', 'a', 'plain']],
    ['the last of two equal keys', 'a: 1\na: 2\n', ['a'], ['a', '2', 'plain']],
    [
      'hazardous keys',
      '__proto__: 1\nconstructor: 2\n',
      ['__proto__'],
      ['__proto__', '1', 'plain'],
    ],
    ['aliases of scalars', 'a: &x 1\nb: *x\n', ['b'], ['b', '*x', 'plain', 'a', '1']],
    ['aliases of keys', '&x a: 1\nb: *x\n', ['b'], ['b', '*x', 'plain', undefined, 'a']],
    ['below an alias', 'a: &x {c: 1}\nb: *x\n', ['b', 'c'], ['*x', '*x', 'plain', 'c', '1']],
    [
      'the outermost of two aliases',
      'a: &x {c: 1}\nb: &y {d: *x}\ne: *y\n',
      ['e', 'd', 'c'],
      ['*y', '*y', 'plain', 'c', '1'],
    ],
    [
      'items below an alias',
      'a: &x [1, 2]\nb: *x\n',
      ['b', 1],
      [undefined, '*x', 'plain', undefined, '2'],
    ],
    [
      'merged keys',
      'a: &x {c: 1}\nb: {<<: *x, d: 2}\n',
      ['b', 'c'],
      ['*x', '*x', 'plain', 'c', '1'],
    ],
    [
      'own keys behind a merge',
      'a: &x {c: 1}\nb: {<<: *x, c: 2}\n',
      ['b', 'c'],
      ['c', '2', 'plain'],
    ],
    [
      'merges behind an own key',
      'a: &x {c: 1}\nb: {c: 2, <<: *x}\n',
      ['b', 'c'],
      ['*x', '*x', 'plain', 'c', '1'],
    ],
    [
      'lists of merges',
      'a: &x {c: 1}\nb: &y {c: 2, d: 3}\ne: {<<: [*x, *y]}\n',
      ['e', 'd'],
      ['*y', '*y', 'plain', 'd', '3'],
    ],
    [
      'the first of a list of merges',
      'a: &x {c: 1}\nb: &y {c: 2}\ne: {<<: [*x, *y]}\n',
      ['e', 'c'],
      ['*x', '*x', 'plain', 'c', '1'],
    ],
    [
      'merges of merges',
      'a: &x {c: 1}\nb: &y {<<: *x}\ne: {<<: *y}\n',
      ['e', 'c'],
      ['*y', '*y', 'plain', 'c', '1'],
    ],
    ['mappings merged where they stand', 'a: {<<: {c: 1}}\n', ['a', 'c'], ['c', '1', 'plain']],
    ['a quoted << as a key', '"<<": {c: 1}\n', ['<<', 'c'], ['c', '1', 'plain']],
    ['nothing where nothing is', 'a: [1]\n', ['a', 1], []],
    ['nothing below scalars', 'a: b\n', ['a', 'length'], []],
    ['JSON', '{"a": {"\\u0062": [1]}}', ['a', 'b', 0], [undefined, '1', 'plain']],
  ];

  test.each(cases)('%s', (_, text, path, expected) => {
    expect(at(text, path)).toEqual(expected);
  });

  test('the 300th part', () => {
    const text = Array.from({ length: 301 }, (_, n) => `---\nname: part ${n}\n`).join('');
    const part = [...readParts(text)][300];
    const document = part?.content.kind === 'value' ? part.content.document : undefined;
    const span = document?.locate(['name'])?.value ?? { start: 0, end: 0 };
    expect(text.slice(span.start, span.end)).toBe('part 300');
    expect(new Lines({ text }).position(span.start)).toEqual({ line: 602, column: 7 });
  });

  test('every entry of a large mapping and list', () => {
    const size = 20_000;
    const text = `a:\n${Array.from({ length: size }, (_, n) => `  key${n}: ${n}\n`).join('')}b:\n${'- x\n'.repeat(size)}`;
    const document = documentOf(text);
    for (let n = 0; n < size; n++) {
      expect(document.locate(['a', `key${n}`])?.key?.start).toBe(text.indexOf(`key${n}:`, n * 10));
      expect(document.locate(['b', n])?.value.start).toBe(text.length - 4 * (size - n) + 2);
    }
  });
});

describe('keys', () => {
  test('come in the order of the text', () => {
    expect(documentOf('b: 1\n10: 2\na: 3\nb: 4\n').keys([])).toEqual(['b', '10', 'a']);
    expect(documentOf('x: &x {c: 1}\nb: {z: 1, <<: *x, a: 2}\n').keys(['b'])).toEqual([
      'z',
      'c',
      'a',
    ]);
    expect(documentOf('a: [1]\n').keys(['a'])).toBeUndefined();
  });
});

describe('offsetInText', () => {
  test.each([
    ['a: b\n   c\n', ['a'], 'b c', [3, 4, 8]],
    ['a: "b\\u0041\\n😀"\n', ['a'], 'bA\n😀', [4, 5, 11, 13, 14]],
    ["a: 'b''c'\n", ['a'], "b'c", [4, 5, 7]],
    ['a: |\n  b\n\n   c\n', ['a'], 'b\n\n c\n', [7, 8, 9, 12, 13, 14]],
    ['a: >\r\n  b\r\n  c\r\n', ['a'], 'b c\n', [8, 9, 13, 14]],
    ['a:\n  b: |2\n      c\n', ['a', 'b'], '  c\n', [15, 16, 17, 18]],
    ['a: &x "b\\tc"\nb: *x\n', ['b'], 'b\tc', [7, 8, 10]],
    ['{"a": "b\\/c"}', ['a'], 'b/c', [7, 8, 10]],
  ])('%j', (text, path, decoded, expected) => {
    const document = documentOf(text);
    const location = document.locate(path);
    if (location === undefined) throw new Error('nothing is there');
    const offsets = Array.from(decoded.split(''), (_, index) =>
      offsetInText(document, location, index),
    );
    expect(offsets).toEqual(expected);
  });
});

describe('Lines', () => {
  test('end a range at the end of the text at the latest', () => {
    expect(new Lines({ text: 'a\nbc' }).range({ start: 4, end: 5 })).toEqual({
      line: 2,
      column: 3,
      endLine: 2,
      endColumn: 3,
    });
  });

  test('end at LF, CRLF and a lone CR, and a byte order mark takes no column', () => {
    const lines = new Lines({ text: '\ufeffa\nbc\r\nd\re' });
    expect(lines.count).toBe(4);
    expect([1, 3, 4, 7, 9].map((offset) => lines.position(offset))).toEqual([
      { line: 1, column: 1 },
      { line: 2, column: 1 },
      { line: 2, column: 2 },
      { line: 3, column: 1 },
      { line: 4, column: 1 },
    ]);
    expect([1, 2, 3, 4].map((line) => lines.lineSpan(line))).toEqual([
      { start: 1, end: 2 },
      { start: 3, end: 5 },
      { start: 7, end: 8 },
      { start: 9, end: 10 },
    ]);
  });
});
