import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/**
 * Evaluates a TypeScript module of the repository.
 *
 * @param path the path from the root of the repository
 * @returns its exports
 */
export function loadSource(repository, path) {
  return loadBundle(repository, { entryPoints: [path] });
}

/** Evaluates the text of a TypeScript module in a folder of the repository, and returns its exports. */
export function loadText(repository, folder, contents) {
  return loadBundle(repository, { stdin: { contents, resolveDir: folder, loader: 'ts' } });
}

async function loadBundle(repository, input) {
  const folder = mkdtempSync(join(repository, 'node_modules/.source-'));
  try {
    const outfile = join(folder, 'source.mjs');
    await build({
      absWorkingDir: repository,
      ...input,
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      logLevel: 'warning',
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
