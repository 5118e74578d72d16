// Makes dist/, and the generated files that are not committed, for npm: after an installation in a checkout, before it
// packs, and in the clone of a git dependency. For `npm install --global git+...`, which is how pre-commit installs
// hooks, npm installs the dependencies of the clone globally, where the clone does not find them
// (https://github.com/npm/cli/issues/8440). They are installed in the clone then.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

if (!hasDependencies()) {
  npm('ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund');
}
npm('run', 'generate', '--', '--facts');
npm('run', 'build');

function hasDependencies() {
  try {
    createRequire(import.meta.url).resolve('esbuild');
    return true;
  } catch {
    return false;
  }
}

/**
 * Runs npm in the root of the package. Its output goes to stderr, because `npm pack` prints the name of the package to
 * stdout.
 */
function npm(...args) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_config_(global|location|prefix)$/i.test(name),
    ),
  );
  const isWindows = process.platform === 'win32';
  const { status, error } = spawnSync(isWindows ? 'npm.cmd' : 'npm', args, {
    cwd: root,
    env,
    shell: isWindows,
    stdio: ['ignore', 2, 2],
  });
  if (error !== undefined) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
