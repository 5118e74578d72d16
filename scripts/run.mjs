// Runs a TypeScript script of this repository on any supported Node:
//   node scripts/run.mjs scripts/generate.ts [arguments...]
// Node 20 cannot strip types itself, and esbuild is here anyway.
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const [script] = process.argv.splice(2, 1);
if (script === undefined) throw new Error('usage: node scripts/run.mjs SCRIPT [arguments...]');
const folder = mkdtempSync(join(import.meta.dirname, '../node_modules/.run-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
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
  define: { 'import.meta.dirname': JSON.stringify(resolve(script, '..')) },
});
await import(pathToFileURL(outfile).href);
