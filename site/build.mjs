// Builds the site into site/.vitepress/dist. Needs the library in dist/ (`npm run build`).
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build } from 'vitepress';
import { loadSource } from '../scripts/build/load-source.mjs';
import { buildPlayground } from './build-playground.mjs';

const repository = resolve(import.meta.dirname, '..');
const content = join(import.meta.dirname, 'content');

const { sitePages, PICTURES } = await loadSource(repository, 'site/pages.ts');
rmSync(content, { recursive: true, force: true });
for (const [path, text] of await sitePages(repository)) {
  const file = join(content, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
cpSync(join(repository, PICTURES), join(content, 'public'), {
  recursive: true,
  filter: (path) => !/\/rules$|\.md$/.test(path),
});
await build(import.meta.dirname);
await buildPlayground(join(import.meta.dirname, '.vitepress/dist/playground'));
