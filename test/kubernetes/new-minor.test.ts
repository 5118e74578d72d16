import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

it.each([
  ['garbage', /^new-minor: usage: npm run new-minor -- VERSION.*\n$/],
  ['1.99', /^new-minor: usage: npm run new-minor -- VERSION.*\n$/],
  ['1.99.0', /^new-minor: 1\.99 is not the minor after 1\.\d+\n$/],
  ['1.99.0-alpha.2', /^new-minor: 1\.99 is not the minor after 1\.\d+\n$/],
])('npm run new-minor -- %s ends with 2 and one sentence', (version, sentence) => {
  const args = ['scripts/run.mjs', 'scripts/new-minor.ts', version];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  expect([status, stderr]).toEqual([2, expect.stringMatching(sentence)]);
});
