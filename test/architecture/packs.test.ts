import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
// @ts-expect-error: the modules of the build have no declarations.
import { MODULES } from '../../scripts/build/packs.mjs';

const repository = join(import.meta.dirname, '../..');

/** The modules of `src/`. Of generated ones, only the declarations are always there. */
const modules = readdirSync(join(repository, 'src'), { recursive: true, encoding: 'utf8' }).map(
  (path) => `src/${path.replaceAll('\\', '/')}`.replace(/\.d\.mts$/, '.mjs'),
);

it.each<[string, RegExp]>(MODULES)('the pack %s has modules that match %s', (_, pattern) => {
  expect(modules.filter((path) => pattern.test(path))).not.toEqual([]);
});
