import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { expect, it } from 'vitest';
import { NEEDING_A_WORKER } from '../../vitest.config.ts';

const repository = join(import.meta.dirname, '../..');

it('tests that replace modules have a worker of their own', () => {
  const replacing = fastGlob
    .sync('test/**/*.test.ts', { cwd: repository })
    .filter((path) => /^\s*vi\.(?:do)?mock\(/im.test(readFileSync(join(repository, path), 'utf8')));
  const isolated = fastGlob.sync(NEEDING_A_WORKER, { cwd: repository });
  expect(replacing.length).toBeGreaterThan(0);
  expect(replacing.filter((path) => !isolated.includes(path))).toEqual([]);
});
