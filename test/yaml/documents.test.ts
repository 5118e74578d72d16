import { describe, expect, test } from 'vitest';
import { readParts, writtenAsFloat } from '../../src/yaml/index.ts';
import { documentOf, partOf } from './read-one.ts';

/** The texts of the parts. */
function parts(text: string): string[] {
  return [...readParts(text)].map(({ span }) => text.slice(span.start, span.end));
}

describe('parts', () => {
  test.each([
    ['a', ['a']],
    ['', []],
    ['\n', ['\n']],
    ['a\n---\n---\nb', ['a\n', '---\nb']],
    ['---\na\n---\n', ['---\na\n']],
    ['a\n--- # c\nb\n', ['a\n', 'b\n']],
    ['a\n---\n\n---\nb\n', ['a\n', '\n', 'b\n']],
    ['a\n---x\nb\n', ['a\n---x\nb\n']],
    ['a\n ---\nb\n', ['a\n ---\nb\n']],
    ['a: 1\r\n---\r\nb: 2', ['a: 1\r\n', 'b: 2']],
    ['---', ['---']],
    ['\ufeff---\na: 1\n', ['\ufeff---\na: 1\n']],
    ['{"a": 1}\n{"b": 2} ', ['{"a": 1}\n', '{"b": 2} ']],
    ['{"a": 1}\n---\n{"b": 2}\n', ['{"a": 1}\n', '{"b": 2}\n']],
  ])('are found in %j', (text, expected) => {
    expect(parts(text)).toEqual(expected);
  });

  test('are read only when they are asked for', () => {
    const generator = readParts('a: 1\n---\nb: "\n');
    expect(generator.next().value.content.kind).toBe('value');
    expect(generator.next().value.content.kind).toBe('refused');
    expect(generator.next().done).toBe(true);
  });

  test('may be read in turns from two texts', () => {
    const [first, second] = [readParts('a: 1\n---\nb: 2\n'), readParts('c: 3\n---\nd: 4\n')];
    const seen = [first, second, first, second].map((generator) => generator.next().value);
    const values = seen.map(
      (part) => part.content.kind === 'value' && { ...part.content.document.value },
    );
    expect(values).toEqual([{ a: 1 }, { c: 3 }, { b: 2 }, { d: 4 }]);
  });
});

describe('duplicates', () => {
  test.each([
    [
      'a: 1\na: 2\na: 3\n',
      [
        ['a', 'a', 0, 5, false],
        ['a', 'a', 0, 10, false],
      ],
    ],
    ['a: {b: 1, b: 2}\n', [['a.b', 'b', 4, 10, false]]],
    ['- a: 1\n- a: 1\n  "a": 2\n', [['1.a', 'a', 9, 16, false]]],
    ['1: a\n"1": b\n', [['1', '1', 0, 5, true]]],
    ['1: a\n0x1: b\n', [['1', '1', 0, 5, false]]],
    ['x: &x {a: 1}\nb: {<<: *x, a: 2}\nc: {a: 2, <<: *x}\n', []],
    ['{"a": 1, "a": 2}', [['a', 'a', 1, 9, false]]],
    ['__proto__: 1\n__proto__: 2\n', [['__proto__', '__proto__', 0, 13, false]]],
    ['toString: 1\n', []],
  ])('are found in %j', (text, expected) => {
    const found = documentOf(text).duplicates.map(({ path, key, first, second, sameText }) => [
      path.join('.'),
      key,
      first.start,
      second.start,
      sameText,
    ]);
    expect(found).toEqual(expected);
  });

  test('are paired with the first, however many there are', () => {
    const document = documentOf('a: 1\n'.repeat(50_000));
    expect(document.duplicates.length).toBe(49_999);
    expect(document.duplicates.at(-1)?.first.start).toBe(0);
  });
});

test('merges tell which keys they override', () => {
  const text = 'x: &x {a: 1, b: 2}\nz: {a: 3, <<: *x, b: 4}\n';
  expect(documentOf(text).merges).toEqual([
    {
      path: ['z'],
      span: { start: 29, end: 31 },
      overrides: [{ key: 'a', span: { start: 23, end: 24 } }],
    },
  ]);
});

describe('ignored text', () => {
  test.each([
    ['a: 1\n...\nb: 2\n', 'b: 2'],
    [' a: 1\nb: 2\n', 'b: 2'],
    ['a: 1\r---\rb: 2\n', 'b: 2'],
    ['{a: 1} b\n', 'b'],
    ['a: 1\n...\n', undefined],
    ['a: 1\n...\n# c\n\n', undefined],
    ['a: 1\n', undefined],
  ])('is found in %j', (text, expected) => {
    const span = documentOf(text).ignored;
    expect(span && text.slice(span.start, span.end)).toBe(expected);
  });
});

describe('JSON', () => {
  test('keeps how numbers are written', () => {
    const text =
      '{"a": 100.0, "b": 1e2, "c": 100, "d": [1, 1.0], "e": 18446744073709551616, "a": 1}';
    const { value } = documentOf(text);
    expect({ ...(value as object) }).toEqual({ a: 1, b: 100, c: 100, d: [1, 1], e: 2 ** 64 });
    const container = value as { d: object };
    const marks = ['a', 'b', 'c', 'e'].map((key) => writtenAsFloat(container, key));
    expect(marks).toEqual([false, true, false, true]);
    expect([0, 1].map((index) => writtenAsFloat(container.d, index))).toEqual([false, true]);
  });

  test('knows \\/ and surrogate pairs, and YAML does not', () => {
    expect(documentOf('{"a": "\\/\\ud83d\\ude00\\ud83d"}').value).toEqual(
      Object.assign(Object.create(null), { a: '/😀\ufffd' }),
    );
    expect(partOf('# c\n{"a": "\\/"}').content.kind).toBe('refused');
  });

  test.each([
    '{"a": 1,}',
    '{"a": 01}',
    '{"a": .5}',
    '{"a": 1} x',
    '{a: 1}',
    "{'a': 1}",
    '{"a": "\t"}',
  ])('%j is YAML, if anything', (text) => {
    expect(partOf(text).format).toBe('yaml');
  });

  test('large integers stay exact', () => {
    expect(documentOf('[9007199254740993, 18446744073709551615]').value).toEqual([
      9007199254740993n,
      18446744073709551615n,
    ]);
    expect(documentOf('{"a": -9223372036854775808}').value).toMatchObject({ a: -(2n ** 63n) });
  });
});
