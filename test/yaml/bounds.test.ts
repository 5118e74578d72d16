import { describe, expect, test } from 'vitest';
import { isMapping, readParts } from '../../src/yaml/index.ts';
import { documentOf, partOf, refusalOf } from './read-one.ts';

const MANY = 300_000;

describe('long and deep texts end in a value or a refusal', () => {
  test.each([
    ['brackets', '['.repeat(MANY), 'too-deep'],
    ['braces', '{'.repeat(MANY), 'template'],
    ['dashes', '- '.repeat(MANY), 'too-deep'],
    ['question marks', '? '.repeat(MANY), 'complex-key'],
    ['an open quote', `"${'a '.repeat(MANY)}`, 'unclosed-quote'],
    ['a long key', `a: 1\n${'k'.repeat(MANY)}: 1\n`, 'long-key'],
    ['a long flow key', `${'['.repeat(9)}${'a, '.repeat(MANY)}`, 'unclosed-flow'],
    ['escapes', `"${'\\n'.repeat(MANY)}`, 'unclosed-quote'],
    ['JSON brackets', `{"a": ${'['.repeat(MANY)}`, 'too-deep'],
  ])('%s', (_, text, id) => {
    expect(refusalOf(text).id).toBe(id);
  });

  test.each([
    ['quotes', '"\n'.repeat(MANY)],
    ['anchors', '&a '.repeat(MANY)],
    ['blank lines in a scalar', `a: b${'\n'.repeat(MANY)}  c\n`],
    ['blank lines behind a scalar', `a: |+\n  b\n${'\n'.repeat(MANY)}c: 1\n`],
    ['comments', `a: 1\n${'# c\n'.repeat(MANY)}b: 2\n`],
    ['a long folded scalar', `a: b\n${'  c\n'.repeat(MANY)}`],
    ['a long quoted scalar', `a: "${'b\\n\n  '.repeat(MANY)}"\n`],
    ['a long literal', `a: |\n${'  b\n\n'.repeat(MANY)}`],
    ['a long list', `a:\n${'- b\n'.repeat(MANY)}`],
    ['a long flow list', `a: [${'b, '.repeat(MANY)}]\n`],
    ['empty flow collections', `a: [${'{}, [], '.repeat(MANY)}]\n`],
    ['many keys', Array.from({ length: 100_000 }, (_, n) => `k${n}: ${n}\n`).join('')],
    ['a long JSON list', `{"a": [${'{"b": "c"}, '.repeat(MANY)}1]}`],
    ['a long line', `a: ${'b '.repeat(MANY)}\n`],
  ])('%s', (_, text) => {
    expect(partOf(text).content.kind).toBe('value');
  });

  test('10,000 levels of nesting', () => {
    const flow = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    expect(documentOf(flow).locate(Array.from({ length: 9999 }, () => 0))?.style).toBe(
      'flow-sequence',
    );
    const block = Array.from({ length: 3000 }, (_, n) => `${' '.repeat(n)}a:\n`).join('');
    let { value } = documentOf(block);
    let depth = 0;
    for (; isMapping(value); depth++) value = value.a ?? null;
    expect(depth).toBe(3000);
    expect(partOf(`${'- '.repeat(10_000)}a`).content.kind).toBe('value');
  });

  test('many parts', () => {
    let count = 0;
    for (const part of readParts('a: 1\n---\n'.repeat(50_000))) count += part.index < 0 ? 0 : 1;
    expect(count).toBe(50_000);
  });

  test('aliases that grow', () => {
    const bomb = Array.from(
      { length: 20 },
      (_, n) => `a${n}: &a${n} [${`*a${n - 1}, `.repeat(n === 0 ? 0 : 9)}1]\n`,
    );
    expect(refusalOf(bomb.join('')).id).toBe('alias-bomb');
    const chain = Array.from(
      { length: 20 },
      (_, n) => `a${n}: &a${n} {${n === 0 ? 'x: 1' : `<<: *a${n - 1}`}}\n`,
    );
    expect(documentOf(chain.join('')).locate(['a19', 'x'])?.anchor?.value).toEqual({
      start: 12,
      end: 13,
    });
  });

  test('aliases of a long text', () => {
    const aliases = (n: number) => `a: &a ${'b'.repeat(100_000)}\nc: [${'*a, '.repeat(n)}]\n`;
    expect(refusalOf(aliases(84)).id).toBe('alias-bomb');
    expect(documentOf(aliases(83)).value).toMatchObject({ a: expect.any(String) });
    const nested = `a: &a {b: &b [${`${'x'.repeat(60_000)}, `.repeat(2)}], c: *b, d: *b}\n`;
    expect(refusalOf(`${nested}e: [${'*a, '.repeat(25)}]\n`).id).toBe('alias-bomb');
  });

  test('too large texts and parts', () => {
    expect(refusalOf(new Uint8Array(128 * 1024 * 1024 + 1)).id).toBe('too-large');
    expect(refusalOf(`a: ${'b'.repeat(32 * 1024 * 1024)}`).id).toBe('too-large');
  });
});
