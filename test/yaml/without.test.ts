import { describe, expect, test } from 'vitest';
import { type Path, valueAt } from '../../src/yaml/index.ts';
import { pathsOf } from './paths-of.ts';
import { documentOf } from './read-one.ts';

const TEXT = `# head
a: {}
list:
  - name: one
    schema: {x: {p: 1}, z: [2, 3]}
    served: true
  - schema:
      x:
        p: |
          text
    name: two
    tail: [a, {b: c}]
deep: {schema: {q: 1}, rest: [1]}
last: end
`;

describe('a document without some of its mappings', () => {
  test.each<[what: string, paths: readonly Path[], gone: readonly string[]]>([
    ['nothing', [], []],
    ['one', [['deep', 'schema']], ['q']],
    [
      'several, in any order',
      [
        ['deep', 'schema'],
        ['list', 1, 'schema'],
        ['list', 0, 'schema'],
      ],
      ['q', 'x', 'x.p', 'x', 'x.p', 'z', 'z.0', 'z.1'],
    ],
    ['an empty one', [['a']], []],
    ['what it does not have, and no mapping', [['b'], ['list'], ['last']], []],
    ['all', [[]], ['everything']],
  ])('has all other values where they were: %s', (_, paths, gone) => {
    for (const text of [TEXT, JSON.stringify(documentOf(TEXT).value)]) {
      const whole = documentOf(text);
      const cut = whole.without(paths, { text });
      expect(cut).toBeDefined();
      const left = pathsOf(cut?.value ?? null);
      for (const path of left) expect(cut?.locate(path)).toEqual(whole.locate(path));
      const all = pathsOf(whole.value);
      if (paths[0]?.length === 0) expect(left).toEqual([[]]);
      else expect(left.length).toBe(all.length - gone.length);
      for (const path of left) {
        const value = valueAt(whole.value, path);
        if (typeof value !== 'object') expect(valueAt(cut?.value, path)).toBe(value);
      }
      expect(whole.value).toEqual(documentOf(text).value);
    }
  });

  test.each([
    ['anchors', 'a: &x {b: 1}\nc: *x\n'],
    ['a key that occurs twice', 'a: {b: 1}\na: {b: 2}\n'],
    ['keys that are not strings', 'a: {1: 1}\n'],
  ])('is not made of one with %s', (_, text) => {
    expect(documentOf(text).without([['a']], { text })).toBeUndefined();
  });
});
