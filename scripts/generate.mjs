// Writes all generated files of the repository:
//   npm run generate             everything, in one to two minutes
//   npm run generate -- --quick  without what needs a run over all conformance cases
//   npm run generate -- --facts  only the modules from facts, which are not committed and which a build needs
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(import.meta.dirname, '..');

const { values } = parseArgs({
  options: { quick: { type: 'boolean' }, facts: { type: 'boolean' } },
});

// A step reads the files that the steps before it write. The scripts of one step run side by side.
const STEPS = [
  [['kubernetes-modules']],
  [['rule-index']],
  [['pages']],
  [['server-messages'], ['conformance-page', '--write']],
];

for (const step of STEPS.slice(0, values.facts ? 1 : values.quick ? 3 : undefined)) {
  const statuses = await Promise.all(step.map(([name, ...args]) => run(name, args)));
  if (statuses.some((status) => status !== 0)) process.exit(1);
}

/** Runs a script of `scripts/generate/`, and returns its exit status. Its output is shown if it is an error. */
function run(name, args) {
  const script = join('scripts/generate', `${name}.ts`);
  const child = spawn(process.execPath, ['scripts/run.mjs', script, ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve(status ?? 1));
  });
}
