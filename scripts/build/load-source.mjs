import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/**
 * What a TypeScript module of the repository exports.
 *
 * @param path from the root of the repository
 */
export async function loadSource(repository, path) {
  const folder = mkdtempSync(join(repository, 'node_modules/.source-'));
  try {
    const outfile = join(folder, 'source.mjs');
    await build({
      absWorkingDir: repository,
      entryPoints: [path],
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
