import { describe, expect, it } from 'vitest';
import { EditableText } from '../../src/edits/editable-text.ts';
import type { FieldEdit } from '../../src/result/fix.ts';
import { applyEdits } from '../../src/result/text-edit.ts';

/** The text after an edit. Undefined if it cannot be written. */
function edited(text: string, edits: readonly FieldEdit[], index = 0): string | undefined {
  const fix = { isSafe: true, choices: [{ title: '', edits }] };
  const [choice] = new EditableText(text).resolve(index, fix);
  return choice && applyEdits(text, choice.edits);
}

const rename = (key: string, ...path: (string | number)[]): FieldEdit => ({
  kind: 'rename-key',
  path,
  key,
});
const replace = (
  value: string | number | boolean | readonly string[],
  ...path: (string | number)[]
): FieldEdit => ({ kind: 'replace', path, value });
const remove = (path: (string | number)[], ...entries: (string | number)[]): FieldEdit => ({
  kind: 'remove',
  path,
  entries,
});
const insert = (
  key: string,
  value: string | number | readonly string[],
  path: (string | number)[] = [],
  place: { before?: string; after?: string } = {},
): FieldEdit => ({ kind: 'insert', path, key, value, ...place });
const move = (path: (string | number)[], to: (string | number)[]): FieldEdit => ({
  kind: 'move',
  path,
  to,
});
const within = (from: number, to: number, text: string, ...path: string[]): FieldEdit => ({
  kind: 'replace-within',
  path,
  changes: [{ from, to, text }],
});

type Case = readonly [what: string, before: string, edit: FieldEdit, after: string | undefined];

const CASES: Readonly<Record<string, readonly Case[]>> = {
  'rename-key': [
    ['a plain key', 'a: 1 # one\nb: 2\n', rename('c', 'a'), 'c: 1 # one\nb: 2\n'],
    ['a quoted key', `"a": 1\n'b': 2\n`, rename('c', 'b'), `"a": 1\n'c': 2\n`],
    ['in JSON', '{"a": 1}', rename('c', 'a'), '{"c": 1}'],
    ['to a key that needs quotes', 'a: 1\n', rename('b: c', 'a'), '"b: c": 1\n'],
    ['not to a key that is taken', 'a: 1\nb: 2\n', rename('b', 'a'), undefined],
    ['not of a merged pair', 'x: &x { a: 1 }\ny:\n  <<: *x\n', rename('b', 'y', 'a'), undefined],
    ['not at an anchor that is used', 'x: &x { a: 1 }\ny: *x\n', rename('b', 'x', 'a'), undefined],
    [
      'at an anchor that is not used',
      'x: &x { a: 1 }\n',
      rename('b', 'x', 'a'),
      'x: &x { b: 1 }\n',
    ],
  ],
  replace: [
    ['a plain scalar', 'a: x # y\n', replace('z', 'a'), 'a: z # y\n'],
    ['a quoted scalar', `a: 'x'\n`, replace(`it's`, 'a'), `a: 'it''s'\n`],
    ['a number by a string that looks like one', 'a: 1.10\n', replace('1.10', 'a'), 'a: "1.10"\n'],
    ['with the quotes of the file', `a: on\nb: 'x'\n`, replace('on', 'a'), `a: 'on'\nb: 'x'\n`],
    ['a string by a number', 'a: "8443"\n', replace(8443, 'a'), 'a: 8443\n'],
    ['in JSON', '{"a": "1", "b": 2}', replace('x', 'b'), '{"a": "1", "b": "x"}'],
    ['nothing', 'a:\nb: 1\n', replace('x', 'a'), 'a: x\nb: 1\n'],
    ['a scalar by a list', 'a: x\n', replace(['x'], 'a'), 'a: [x]\n'],
    ['not an alias', 'a: &a x\nb: *a\n', replace('z', 'b'), undefined],
    ['not a value that is used elsewhere', 'a: &a x\nb: *a\n', replace('z', 'a'), undefined],
    ['after a tag', 'a: !!str 1\n', replace('2', 'a'), 'a: !!str 2\n'],
  ],
  'replace-within': [
    ['plain', 'a: size(b)\n', within(0, 0, 'x + ', 'a'), 'a: x + size(b)\n'],
    [
      'plain, which then needs quotes',
      'a: b == "c"\n',
      within(0, 0, '!d || ', 'a'),
      `a: '!d || b == "c"'\n`,
    ],
    ['plain on two lines', 'a: b\n  && c\n', within(0, 0, '!d || ', 'a'), 'a: "!d || b\n  && c"\n'],
    ['double-quoted', 'a: "b\\tc"\n', within(1, 2, '"', 'a'), 'a: "b\\"c"\n'],
    ['single-quoted', `a: 'b''c'\n`, within(2, 3, `'`, 'a'), `a: 'b'''''\n`],
    ['literal', 'a: |\n  b\n  c\nd: 1\n', within(2, 2, '!', 'a'), 'a: |\n  b\n  !c\nd: 1\n'],
    ['folded', 'a: >-\n  b\n  c\nd: 1\n', within(2, 3, 'x', 'a'), 'a: >-\n  b\n  x\nd: 1\n'],
    ['in JSON', '{"a": "b"}', within(0, 1, '"', 'a'), '{"a": "\\""}'],
  ],
  remove: [
    [
      'an item of a block list',
      'a:\n- x\n- y # why\n- x\n',
      remove(['a'], 2),
      'a:\n- x\n- y # why\n',
    ],
    ['the first item', 'a:\n  - x\n  - y\nb: 1\n', remove(['a'], 0), 'a:\n  - y\nb: 1\n'],
    [
      'an item of several lines',
      'a:\n- b: 1\n  c: 2\n\n- d: |\n    x\ne: 1\n',
      remove(['a'], 0),
      'a:\n\n- d: |\n    x\ne: 1\n',
    ],
    ['the last line without a line break', 'a:\n- x\n- y', remove(['a'], 1), 'a:\n- x'],
    ['of a nested list', '- - x\n  - y\n', remove([0], 0), '- - y\n'],
    ['in flow style', 'a: [x, y, x, "*"]\n', remove(['a'], 0, 2), 'a: [y, "*"]\n'],
    ['the last ones', 'a: [x, y, z]\n', remove(['a'], 1, 2), 'a: [x]\n'],
    ['all', 'a: [ x, y ]\n', remove(['a'], 0, 1), 'a: [  ]\n'],
    ['in flow style on several lines', 'a: [\n  x,\n  y\n]\n', remove(['a'], 1), 'a: [\n  x\n]\n'],
    [
      'in JSON',
      '{\n  "a": [\n    "x",\n    "y"\n  ]\n}\n',
      remove(['a'], 0),
      '{\n  "a": [\n    "y"\n  ]\n}\n',
    ],
    ['a pair', 'a: 1\nb:\n  c: 2\nd: 3\n', remove([], 'b'), 'a: 1\nd: 3\n'],
    ['a pair after a dash', '- a: 1\n  b: 2\n', remove([0], 'a'), '- b: 2\n'],
    ['with Windows line breaks', 'a:\r\n- x\r\n- y\r\n', remove(['a'], 0), 'a:\r\n- y\r\n'],
    ['not all of a block list', 'a:\n- x\n', remove(['a'], 0), undefined],
    ['not an item with a comment', 'a:\n- x\n- x # why\n', remove(['a'], 1), undefined],
    ['not an item that is anchored and used', 'a: [&x x, y, *x]\n', remove(['a'], 0), undefined],
  ],
  insert: [
    ['after the last key', 'a: 1 # one\n', insert('b', 2), 'a: 1 # one\nb: 2\n'],
    ['after a key', 'a: 1\nb: 2\n', insert('c', 'x', [], { after: 'a' }), 'a: 1\nc: x\nb: 2\n'],
    ['before a key', 'a: 1\nb: 2\n', insert('c', 'x', [], { before: 'b' }), 'a: 1\nc: x\nb: 2\n'],
    [
      'before a key after a dash',
      '- a: 1\n  b: 2\n',
      insert('c', 3, [0], { before: 'a' }),
      '- c: 3\n  a: 1\n  b: 2\n',
    ],
    [
      'after a value of several lines',
      'a:\n- b: |\n    x\n\nc: 1\n',
      insert('d', 2, ['a', 0]),
      'a:\n- b: |\n    x\n  d: 2\n\nc: 1\n',
    ],
    [
      'after a text that keeps its empty lines',
      'a: |+\n  x\n\n',
      insert('b', 2),
      'b: 2\na: |+\n  x\n\n',
    ],
    ['a list', 'a: 1\n', insert('b', ['x', 'z']), 'a: 1\nb: [x, z]\n'],
    ['at the end of a file without a line break', 'a: 1', insert('b', 2), 'a: 1\nb: 2'],
    ['with Windows line breaks', 'a: 1\r\nb: 2\r\n', insert('c', 3), 'a: 1\r\nb: 2\r\nc: 3\r\n'],
    ['after a byte order mark', '\ufeffa: 1\n', insert('b', 2), '\ufeffa: 1\nb: 2\n'],
    ['in flow style', 'a: { b: 1 }\n', insert('c', 'x', ['a']), 'a: { b: 1, c: x }\n'],
    ['in an empty mapping', 'a: {}\n', insert('c', 'x', ['a']), 'a: { c: x }\n'],
    ['in JSON', '{"a":1}', insert('c', 'x'), '{"a":1, "c": "x"}'],
    [
      'in JSON on several lines',
      '{\n  "a": 1\n}\n',
      insert('c', 'x'),
      '{\n  "a": 1,\n  "c": "x"\n}\n',
    ],
    ['not where the key is there already', 'a: 1\n', insert('a', 2), undefined],
  ],
  move: [
    [
      'out of a mapping',
      'a:\n  b:\n    c: 1\n    # two\n    d: 2 # too\ne: 3\n',
      move(['a', 'b', 'd'], ['a']),
      'a:\n  b:\n    c: 1\n    # two\n  d: 2 # too\ne: 3\n',
    ],
    [
      'into a mapping',
      'a:\n  b:\n    c: 1\n  d:\n    e: |\n      x\n',
      move(['a', 'd'], ['a', 'b']),
      'a:\n  b:\n    c: 1\n    d:\n      e: |\n        x\n',
    ],
    [
      'to a mapping further on',
      'a:\n  x: 1\n  y: 2\nb:\n  z: 3\n',
      move(['a', 'x'], ['b']),
      'a:\n  y: 2\nb:\n  z: 3\n  x: 1\n',
    ],
    [
      'in JSON',
      '{"a": {"x": [1], "y": 2}, "b": {}}',
      move(['a', 'x'], ['b']),
      '{"a": {"y": 2}, "b": { "x": [1] }}',
    ],
    ['not the only key', 'a:\n  x: 1\nb:\n  z: 3\n', move(['a', 'x'], ['b']), undefined],
    [
      'not where the key is taken',
      'a: { x: 1, y: 2 }\nb: { x: 3 }\n',
      move(['a', 'x'], ['b']),
      undefined,
    ],
  ],
};

describe.each(Object.entries(CASES))('%s', (_, cases) => {
  it.each(cases)('%s', (_what, before, edit, after) => {
    expect(edited(before, [edit])).toBe(after);
  });
});

it('edits the part of a text that is meant', () => {
  const text = '# head\na: 1\n---\na: 2\n---\na: 3\n';
  expect(edited(text, [rename('b', 'a')], 1)).toBe('# head\na: 1\n---\nb: 2\n---\na: 3\n');
});

it('edits a value of a JSON stream', () => {
  expect(edited('{"a": 1}\n{"a": 2}\n', [rename('b', 'a')], 1)).toBe('{"a": 1}\n{"b": 2}\n');
});

it('applies several edits together', () => {
  const edits = [rename('x', 'a'), remove(['b'], 0), insert('z', 1, ['b', 1])];
  expect(edited('a: 1\nb: [{}, { y: 1 }]\n', edits)).toBe('x: 1\nb: [{ y: 1, z: 1 }]\n');
});
