// Runs kubeadmit on common input, so that it writes its code caches:
//   KUBEADMIT_CACHE_DIR=FOLDER node scripts/common-runs.mjs COMMAND [ARGUMENT...]
// Other users can read the caches. A run loads caches of root as well as those of its own user.
import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '..');

/** The paths in a folder. */
const inFolder = (folder, options) =>
  readdirSync(join(repository, folder), { encoding: 'utf8', ...options }).map(
    (name) => `${folder}/${name}`,
  );

const manifests = ['fixtures/demo', 'fixtures/installations/reference'].flatMap((folder) =>
  inFolder(folder, { recursive: true }).filter((path) => path.endsWith('.yaml')),
);

/**
 * The paths of each run: small input with objects of all kinds, medium, and large. A run with a pack that no run before
 * it had writes all caches of its size again, with the code of all packs that it needs.
 */
const RUNS = [
  ...inFolder('fixtures/demo').map((path) => [path]),
  ['fixtures/demo'],
  ...inFolder('fixtures/installations').map((path) => [path]),
  ['fixtures/installations'],
  manifests,
];

/** Writes the code caches of common runs of a command to a folder. */
export function writeCodeCaches(command, args, folder) {
  for (const paths of RUNS) {
    execFileSync(command, [...args, '--fail-on', 'never', ...paths], {
      cwd: repository,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '', KUBEADMIT_CACHE_DIR: folder },
    });
  }
  chmodSync(folder, 0o755);
  for (const path of readdirSync(folder, { recursive: true })) {
    chmodSync(join(folder, path), path.endsWith('.cache') ? 0o644 : 0o755);
  }
}

const [, script, command, ...args] = process.argv;
if (resolve(script) === import.meta.filename) {
  writeCodeCaches(command, args, process.env.KUBEADMIT_CACHE_DIR);
}
