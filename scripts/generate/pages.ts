// Writes the generated files that are not code: docs/, integrations/.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GENERATED_FOLDERS, generatedPages } from './generated-pages.ts';

const repository = join(import.meta.dirname, '../..');

const pages = await generatedPages();
for (const folder of GENERATED_FOLDERS) rmSync(join(repository, folder), { recursive: true });
for (const [path, text] of pages) {
  mkdirSync(dirname(join(repository, path)), { recursive: true });
  writeFileSync(join(repository, path), text);
}
