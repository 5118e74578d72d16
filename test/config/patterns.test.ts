import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Patterns } from '../../src/config/patterns.ts';
import { Steps } from '../../src/config/wildmatch.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const TOKENS = [
  ...['a', 'b', '/', '/', '*', '**', '?', '!', '#', ' ', '-', 'c.yaml', '**/', '/**', '***'],
  ...['[ab]', '[!a]', '[^b]', '[a-b', '[]a]', '[a-]', '[[:alpha:]]', '[[:none:]]', '[a/]'],
  ...['\\*', '\\', '\\ ', '\\/', '\\['],
];
const NAMES = ['a', 'b', 'ab', 'aa', 'a b', 'a ', '*', ' ', '-', ']', '!a', '#a', '[a-b', 'c.yaml'];

/** Patterns and paths that are the same each time. */
function* samples(count: number): Iterable<{ lines: readonly string[]; paths: readonly string[] }> {
  let seed = 7;
  const next = (most: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return (seed >>> 8) % most;
  };
  const some = (items: readonly string[], most: number, between: string) =>
    Array.from({ length: 1 + next(most) }, () => items[next(items.length)]).join(between);
  while (count-- > 0) {
    const all = Array.from({ length: 1 + next(3) }, () => some(TOKENS, 6, ''));
    // Empty parts, and two wildcards for folders, are where git has rules of its own.
    const lines = all.filter((line) => !/\/\/|\\\/\/|\*\*.*\*\*/.test(line));
    yield { lines, paths: Array.from({ length: 60 }, () => some(NAMES, 4, '/')) };
  }
}

it('patterns match what they match for git', () => {
  const folder = temporaryFolder();
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  const options = [
    '-c',
    'core.excludesFile=/dev/null',
    'check-ignore',
    '--no-index',
    '-z',
    '-n',
    '-v',
  ];
  for (const { lines, paths } of samples(100)) {
    writeFileSync(join(folder, '.gitignore'), `${lines.join('\n')}\n`);
    // Its exit status is 1 if it ignores none.
    const said = spawnSync('git', [...options, '--stdin'], {
      cwd: folder,
      input: paths.join('\0'),
      encoding: 'utf8',
    }).stdout.split('\0');
    // Source, line, pattern and path, of which the first three are empty where none matches.
    const expected = paths.map((_, at) => {
      const pattern = said[4 * at + 2] ?? '';
      return pattern !== '' && !pattern.startsWith('!');
    });
    const patterns = new Patterns(lines);
    const found = paths.map((path) => patterns.match(path));
    expect({ lines, found }).toEqual({ lines, found: expected });
  }
});

describe('patterns that take other engines ages', () => {
  it.each([
    ['folders in folders', `${'**/d/'.repeat(1_000)}x`, `${'d/'.repeat(2_000)}y`],
    ['stars', `${'*a'.repeat(120)}b`, 'a'.repeat(250)],
    ['stars in folders', `${'*a*/**/'.repeat(300)}b`, `${'aaaa/'.repeat(800)}c`],
    ['brackets', '[[a-'.repeat(20_000), 'a'],
  ])('are compared in no time: %s', (_, pattern, path) => {
    expect(new Patterns([pattern]).decide(path.split('/'), false)).toBeUndefined();
  });
});

it('many patterns decide as each of them alone', () => {
  const all = [...samples(60)];
  const lines = all.flatMap((sample) => sample.lines);
  const alone = lines.map((line) => new Patterns([line]));
  const decide = (path: string) => {
    const parts = path.split('/');
    const last = alone.findLast((pattern) => pattern.decide(parts, false) !== undefined);
    return last?.decide(parts, false);
  };
  const together = new Patterns(lines);
  expect(lines.length).toBeGreaterThan(80);
  for (const { paths } of all.slice(0, 20)) {
    const found = paths.map((path) => together.decide(path.split('/'), false));
    expect(found).toEqual(paths.map(decide));
  }
});

describe('patterns that take very many steps for a path', () => {
  const names = Array.from({ length: 1_000 }, () => 'a');
  it.each<[string, readonly string[], readonly string[]]>([
    ['parts that are looked for again and again', [`**/${'a/'.repeat(400)}[b]*`], [...names, 'c']],
    ['patterns without a text', Array.from({ length: 110_000 }, () => '?'), ['aa']],
    ['patterns with the same text', Array.from({ length: 110_000 }, () => '?a'), ['ba', 'aa']],
    ['the characters in brackets', [`*[${'a-b'.repeat(50_000)}]`], ['cccc']],
  ])('match nothing: %s', (_, lines, parts) => {
    const steps = new Steps();
    // The first pattern would match.
    expect(new Patterns(['*', ...lines]).decide(parts, false, steps)).toBeUndefined();
    expect(steps.left).toBeLessThanOrEqual(0);
  });

  it('also if all but the last of them are negated', () => {
    const lines = Array.from({ length: 110_000 }, () => '!?');
    expect(new Patterns(['*', ...lines]).match('a')).toBe(false);
  });
});
