import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unifiedDiff } from '../../src/features/fix/unified-diff.ts';
import { temporaryFolder } from '../temporary-folder.ts';

it('shows changes with three lines of context', () => {
  const lines = Array.from({ length: 20 }, (_, index) => `${index + 1}\n`);
  const after = lines.with(1, 'two\n').with(15, '16\n16b\n').join('');
  expect(unifiedDiff('a.yaml', lines.join(''), after)).toBe(`--- a/a.yaml
+++ b/a.yaml
@@ -1,5 +1,5 @@
 1
-2
+two
 3
 4
 5
@@ -14,6 +14,7 @@
 14
 15
 16
+16b
 17
 18
 19
`);
});

it('is empty where nothing has changed', () => {
  expect(unifiedDiff('a.yaml', 'a\n', 'a\n')).toBe('');
});

const range = (length: number) => Array.from({ length }, (_, index) => index);
const named = (value: string) =>
  range(2000)
    .map((index) => `- name: w${index}\n  value: ${value}\n`)
    .join('');

it.each<[what: string, before: string, after: string, changed: number]>([
  ['between lines that are there once', named('a'), named('b'), 2000],
  ['in all lines', 'a\n'.repeat(1500), 'b\n'.repeat(1500), 1500],
  [
    'where lines are in another order',
    range(3000).join('\n'),
    [...range(3000).slice(1500), ...range(1500)].join('\n'),
    1501,
  ],
])('shows very many changes %s', (_, before, after, changed) => {
  const folder = temporaryFolder({ 'a.yaml': before });
  const diff = unifiedDiff('a.yaml', before, after);
  const linesWith = (mark: string) =>
    diff.split('\n').filter((line) => line.startsWith(mark) && !line.startsWith(mark.repeat(3)));
  expect([linesWith('-').length, linesWith('+').length]).toEqual([changed, changed]);
  const { status } = spawnSync('git', ['apply', '-'], { cwd: folder, input: diff });
  expect(status).toBe(0);
  expect(readFileSync(join(folder, 'a.yaml'), 'utf8')).toBe(after);
});

it('can be applied by git', () => {
  const folder = temporaryFolder();
  const line = fc.constantFrom('a', 'b', 'c', 'd\r', '');
  const text = fc
    .tuple(fc.array(line, { maxLength: 12 }), fc.boolean())
    .map(([lines, isEnded]) => lines.join('\n') + (isEnded && lines.length > 0 ? '\n' : ''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const path = join(folder, 'a.yaml');
      writeFileSync(path, before);
      const diff = unifiedDiff('a.yaml', before, after);
      if (diff === '') return before === after;
      const args = ['apply', '--whitespace=nowarn', '--unidiff-zero', '-'];
      const { status, stderr } = spawnSync('git', args, { cwd: folder, input: diff });
      expect([status, String(stderr)]).toEqual([0, '']);
      expect(readFileSync(path, 'utf8')).toBe(after);
      return true;
    }),
    { numRuns: 60 },
  );
});

it.each([
  ['a\n::error::b.yaml', '"a/a\\012::error::b.yaml"'],
  ['##vso[a]\u202e.yaml', '"a/\\043\\043vso[a]\\342\\200\\256.yaml"'],
  ['\u00e9 "b".yaml', 'a/\u00e9 "b".yaml'],
])('quotes the path %j as git does', (path, quoted) => {
  expect(unifiedDiff(path, 'a\n', 'b\n').split('\n')[0]).toBe(`--- ${quoted}`);
});

it('escapes characters in lines that have an effect, and keeps the ends of lines', () => {
  const before = '# a\r::error::b\u001b[31m\u202e\tc\r\na\n';
  expect(unifiedDiff('a.yaml', before, before.replace('\na', '\nb'))).toBe(`--- a/a.yaml
+++ b/a.yaml
@@ -1,2 +1,2 @@
 # a\\r::error::b\\u001b[31m\\u202e\tc\r
-a
+b
`);
});
