import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMapping, type Part, readParts, type Value } from '../../src/yaml/index.ts';

/** With a line break other than LF in the text, no line of it is read at once. */
const [COMMENT, OTHER_BREAK] = ['# \n', '#\u2028\n'];

type Path = readonly (string | number)[];

function pathsIn(value: Value, path: Path = []): Path[] {
  const members: [string | number, Value][] = Array.isArray(value)
    ? [...value.entries()]
    : isMapping(value)
      ? Object.entries(value)
      : [];
  return [path, ...members.flatMap(([key, member]) => pathsIn(member, [...path, key]))];
}

function describePart({ content }: Part): unknown {
  if (content.kind === 'refused') return content.refusal.id;
  const { document } = content;
  return {
    value: document.value,
    scalars: [...document.scalars()],
    locations: pathsIn(document.value).map((path) => document.locate(path)),
  };
}

function readBothWays(text: string): readonly [atOnce: unknown, byTokens: unknown] {
  const [atOnce, byTokens] = [COMMENT + text, OTHER_BREAK + text].map((whole) =>
    [...readParts(whole)].map(describePart),
  );
  return [atOnce, byTokens];
}

describe('lines that are read at once', () => {
  const folder = join(import.meta.dirname, '../../fixtures/conformance');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.yaml'),
  );

  it('give the documents that their tokens give', () => {
    for (const name of files) {
      const [atOnce, byTokens] = readBothWays(readFileSync(join(folder, name), 'utf8'));
      expect(atOnce, name).toEqual(byTokens);
    }
  });

  it('give the same where lines are put together at random', () => {
    const line = fc.tuple(
      fc.nat(4),
      fc.constantFrom('', '- ', '- - ', '-', '  - '),
      fc.constantFrom('', 'a:', 'a: ', 'b.c/d-e:', 'b: ', '"a": ', '? ', 'a:b ', '1: ', '<<: '),
      fc.constantFrom(
        '',
        'x',
        'x y',
        'x: y',
        'x #y',
        'x#y',
        '"x"',
        '|',
        '>-',
        '010',
        '{ a: b }',
        '*a',
        '&a x',
        'x ',
        '\t',
        '---',
      ),
    );
    const text = fc
      .array(line, { minLength: 1, maxLength: 8 })
      .map((lines) =>
        lines
          .map(([indent, dash, key, value]) => `${' '.repeat(indent)}${dash}${key}${value}\n`)
          .join(''),
      );
    fc.assert(
      fc.property(text, (written) => {
        const [atOnce, byTokens] = readBothWays(written);
        expect(atOnce).toEqual(byTokens);
      }),
      { numRuns: 3000 },
    );
  });
});
