// Runs a TypeScript script of this repository on any supported Node:
//   node scripts/run.mjs scripts/generate/rule-index.ts [arguments...]
// Node 20 cannot strip types itself, and esbuild is here anyway.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const [script] = process.argv.splice(2, 1);
if (script === undefined) throw new Error('usage: node scripts/run.mjs SCRIPT [arguments...]');
const folder = mkdtempSync(join(import.meta.dirname, '../node_modules/.run-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** A bundle is one file in one folder, but its modules need the folder of their source. */
const foldersOfSources = {
  name: 'folders-of-sources',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(
        'import.meta.dirname',
        JSON.stringify(dirname(path)),
      ),
      loader: 'ts',
    }));
  },
};

const outfile = join(folder, 'script.mjs');
await build({
  entryPoints: [script],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  sourcemap: 'inline',
  plugins: [foldersOfSources],
});
await import(pathToFileURL(outfile).href);
