import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { decodeText, type Part, readParts } from '../../src/yaml/index.ts';
import { readEdited } from '../../src/yaml/read-edited.ts';
import { changeBetween } from '../../src/yaml/text-change.ts';
import { numbersFrom } from '../hosts/language-server/random-editing.ts';
import { pathsOf } from './paths-of.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures');

const DEEP = `# A list, of which some values have several lines.
a: {}
list:
  - name: one
    schema:
      x: {p: 1}
      # more
      z: [2, 3]

    served: true
  - schema:
      x:
        p: |
          text
           more

        q: >-
          folded
          text
        "r": "quoted
          text"
        s: plain
          text
    tail: [a, {b: c}]
  -
    name: three
    items:
    - 1
    - k: v
      empty:
last:
  end: here
`;

/** A text in the middle of a longer one: only a part of a document is ever read by itself. */
function inLonger(text: string): string {
  const more = (name: string) =>
    `${name}:\n- {a: [b]}\n${'- name: value\n'.repeat(text.length / 20)}`;
  return `${more('before')}middle:\n${text.replace(/^(?=.)/gm, '  ')}\n${more('after')}`;
}

/** Texts of one document. */
const TEXTS = [
  inLonger(DEEP),
  inLonger(DEEP).replaceAll('\n', '\r\n'),
  DEEP.trimEnd(),
  ...['demo', 'conformance/customresource', 'layouts'].flatMap((folder) =>
    readdirSync(join(FIXTURES, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.ya?ml$/.test(name))
      .sort()
      .map((name) => readFileSync(join(FIXTURES, folder, name), 'utf8'))
      .filter((text) => !text.includes('\n---') && text.length < 4000)
      .slice(0, 4)
      .map(inLonger),
  ),
];

const INSERTED = [
  ...'ab1 :-"\'#{}[],&*|>!%\t\n',
  '  ',
  '\n  ',
  '\r\n',
  '\n---\n',
  '\n...\n',
  'k: v',
  '<<: ',
  '010',
  '\n\n',
];

/** Everything that is known of a part. */
function dataOf({ content, ...part }: Part) {
  if (content.kind === 'refused') return { part, content };
  const { document } = content;
  const { text, value, ignored, hasOctal, hasTypedKeys, duplicates, merges } = document;
  return {
    part,
    known: { text, value, ignored, hasOctal, hasTypedKeys, duplicates, merges },
    json: JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? `${item}n` : item)),
    scalars: [...document.scalars()],
    places: pathsOf(value).map((path) => [path, document.locate(path), document.keys(path)]),
  };
}

/** The only part of a text; undefined if it has another number of parts. */
function onlyPart(text: string): Part | undefined {
  const [part, ...others] = readParts(text);
  return others.length === 0 ? part : undefined;
}

describe('a text after an edit', () => {
  it('is read like a new text', () => {
    const below = numbersFrom(7);
    let edited = 0;
    for (const original of TEXTS) {
      let text = original;
      let part = onlyPart(text);
      for (let round = 0; round < 80 && part !== undefined; round++) {
        const at = below(text.length + 1);
        const length = below(3) === 0 ? below(12) : below(2);
        const inserted = below(4) === 0 ? '' : (INSERTED[below(INSERTED.length)] ?? '');
        const changed = text.slice(0, at) + inserted + text.slice(at + length);
        const read = readEdited(decodeText(text), part, decodeText(changed));
        if (read === undefined) continue;
        edited++;
        const fresh = onlyPart(changed);
        expect(fresh).toBeDefined();
        expect(dataOf(read)).toEqual(fresh && dataOf(fresh));
        text = changed;
        part = read;
      }
    }
    expect(edited).toBeGreaterThan(300);
  });

  test.each<[what: string, before: string, after: string, isEdited: boolean]>([
    ['in a value', 'a:\n  b: 1\nc: 2\n', 'a:\n  b: 12\nc: 2\n', true],
    ['in a key', 'a:\n  b: 1\nc: 2\n', 'a:\n  d: 1\nc: 2\n', true],
    ['in a key of the root', 'a:\n  b: 1\nc: 2\n', 'ab:\n  b: 1\nc: 2\n', false],
    ['with a new pair', 'a:\n  b: 1\nc: 2\n', 'a:\n  b: 1\n  d: 3\nc: 2\n', true],
    ['with a new pair of the root', 'a:\n  b: 1\nc: 2\n', 'a:\n  b: 1\nd: 3\nc: 2\n', false],
    ['with a quote that does not end', 'a:\n  b: 1\nc: 2\n', "a:\n  b: '1\nc: 2\n", false],
    ['beside an anchor', 'a: &x\n  b: 1\nc: *x\nd: 1\n', 'a: &x\n  b: 1\nc: *x\nd: 12\n', false],
    ['with a second document', 'a:\n  b: 1\nc: 2\n', 'a:\n  b: 1\n---\nc: 2\n', false],
    ['with a key that occurs twice', 'a:\n  b: 1\n  c: 2\n', 'a:\n  b: 1\n  b: 2\n', false],
  ])('%s', (_, before, after, isEdited) => {
    // A text is read in parts only if it is several times as long as the part.
    const rest = Array.from({ length: 9 }, (_item, index) => `k${index}: v\n`).join('');
    const part = onlyPart(before + rest);
    const read = part && readEdited(decodeText(before + rest), part, decodeText(after + rest));
    expect(read !== undefined).toBe(isEdited);
  });
});

test.each([
  ['', ''],
  ['', 'a'],
  ['abc', 'abc'],
  ['aaa', 'aa'],
  ['abc', 'axc'],
  ['x'.repeat(9000), `${'x'.repeat(8999)}y`],
  [`${'x'.repeat(9000)}a${'y'.repeat(9000)}`, `${'x'.repeat(9000)}${'y'.repeat(9000)}`],
])('an edit between %.9s and %.9s', (before, after) => {
  const { start, end, shift } = changeBetween(before, after);
  expect(before.slice(0, start) + after.slice(start, end + shift) + before.slice(end)).toBe(after);
});
