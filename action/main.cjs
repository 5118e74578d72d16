// The entry of the action, as GitHub runs it: inputs are in the environment. It runs the published package, so that
// neither a build nor packages have to be in the repository.
const { spawnSync } = require('node:child_process');
const { appendFileSync } = require('node:fs');
const { resolve } = require('node:path');
const { name, version } = require('../package.json');

/** An input, as the runner hands it over: https://docs.github.com/en/actions/reference/workflows-and-actions/metadata-syntax */
function input(key) {
  return (process.env[`INPUT_${key.toUpperCase()}`] ?? '').trim();
}

function linesOf(text) {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** What npm installs: a version of the package, or anything else that it knows, such as a file. */
function packageSpec(asked) {
  if (asked === '') return `${name}@${version}`;
  return /^(?:v?\d|[\w-]+$)/.test(asked) ? `${name}@${asked.replace(/^v(?=\d)/, '')}` : asked;
}

const sarif = input('sarif');
const args = [
  'exec',
  '--yes',
  `--package=${packageSpec(input('version'))}`,
  '--',
  name,
  ...linesOf(input('args')),
  // The report on standard output stays the default one, with annotations.
  ...(sarif === '' ? [] : ['--format', 'sarif', '--output', sarif, '--output', '-']),
  '--',
  ...linesOf(input('paths')),
];
const { error, status } = spawnSync('npm', args, {
  cwd: resolve(input('working-directory') || '.'),
  stdio: 'inherit',
});
if (error !== undefined) console.error(`cannot run npm: ${error.message}`);
const exitStatus = status ?? 2;
if (process.env.GITHUB_OUTPUT) {
  appendFileSync(process.env.GITHUB_OUTPUT, `exit-status=${exitStatus}\n`);
}
process.exitCode = exitStatus;
