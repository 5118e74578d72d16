// Measures speed and memory. docs/development/benchmarks.md has the results:
//   npm run bench                              runs the benchmarks that need no arguments and take a minute at most
//   npm run bench -- NAME [arguments...]       runs one of BENCHMARKS; scripts/bench/NAME.ts describes its arguments
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The benchmarks that run if none is named, and the others. */
const USUAL = ['start', 'yaml', 'expressions', 'custom-resources', 'admission', 'editor', 'work'];
const BENCHMARKS = [...USUAL, 'sets', 'make-sets', 'growth'];
/** The benchmarks of the built command. */
const BUILT = ['start', 'editor', 'sets'];

const [name, ...args] = process.argv.slice(2);
if (name !== undefined && !BENCHMARKS.includes(name)) {
  console.error(`usage: npm run bench -- [${BENCHMARKS.join(' | ')}] [arguments...]`);
  process.exit(2);
}
const chosen = name === undefined ? USUAL : [name];
if (chosen.some((benchmark) => BUILT.includes(benchmark))) run('scripts/build.mjs');
for (const benchmark of chosen) {
  if (name === undefined) console.log(`\n${benchmark}`);
  run('scripts/run.mjs', `scripts/bench/${benchmark}.ts`, ...args);
}

/** Runs a script with the terminal of this one, and ends with its exit status if it fails. */
function run(...script) {
  const { status } = spawnSync(process.execPath, script, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
