import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GENERATED_FOLDERS, generatedPages } from '../../scripts/generate/generated-pages.ts';

const repository = join(import.meta.dirname, '../..');
const pages = await generatedPages();

describe('npm run generate', () => {
  it.each([...pages])('has nothing to change in %s', (path, text) => {
    expect(readFileSync(join(repository, path), 'utf8')).toBe(text);
  });

  it.each(GENERATED_FOLDERS)('writes all files of %s', (folder) => {
    const files = readdirSync(join(repository, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(repository.length + 1));
    const written = [...pages.keys()].filter((path) => path.startsWith(`${folder}/`));
    expect(files.sort()).toEqual(written.sort());
  });
});
