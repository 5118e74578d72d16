// Builds the executable for the platform of a Node of version 24 or later, which becomes a part of it:
//   node scripts/build-executable.mjs [--node PATH] [--out FILE]      (this Node, and kubeadmit, by default)
// The executable has the packs as assets, and for common runs the code that V8 compiled from them.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { inject } from 'postject';
import { buildCommand } from './build/command.mjs';
import { writeCodeCaches } from './common-runs.mjs';

/** The name of the asset in the executable, and the text in a Node that says whether it has one. Both are Node's. */
const RESOURCE = 'NODE_SEA_BLOB';
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const repository = resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    node: { type: 'string', default: process.execPath },
    out: { type: 'string', default: 'kubeadmit' },
  },
});
const out = resolve(values.out);
const scratch = mkdtempSync(join(tmpdir(), 'kubeadmit-executable-'));
try {
  await build();
} finally {
  rmSync(scratch, { recursive: true });
}

async function build() {
  const dist = join(scratch, 'dist');
  mkdirSync(dist);
  const options = {
    absWorkingDir: repository,
    bundle: true,
    target: 'node24',
    minify: true,
    metafile: true,
    charset: 'ascii',
    logLevel: 'warning',
  };
  await buildCommand(repository, dist, options, true);
  const packs = readdirSync(dist).filter((name) => name.endsWith('.js'));
  const assets = Object.fromEntries(packs.map((name) => [name, join(dist, name)]));
  await makeExecutable(join(dist, 'start.cjs'), assets, out);
  await makeExecutable(join(dist, 'start.cjs'), { ...assets, ...codeCaches() }, out);
}

/** Writes a copy of Node that runs a script instead of its arguments. */
async function makeExecutable(main, assets, file) {
  const output = join(scratch, 'assets.blob');
  const config = join(scratch, 'sea-config.json');
  writeFileSync(
    config,
    JSON.stringify({ main, output, assets, disableExperimentalSEAWarning: true }),
  );
  execFileSync(values.node, ['--experimental-sea-config', config], { stdio: 'ignore' });
  copyFileSync(values.node, file);
  chmodSync(file, 0o755);
  const isMac = process.platform === 'darwin';
  // A changed program must be signed again.
  if (isMac) execFileSync('codesign', ['--remove-signature', file]);
  await inject(file, RESOURCE, readFileSync(output), {
    sentinelFuse: FUSE,
    ...(isMac && { machoSegmentName: 'NODE_SEA' }),
  });
  if (isMac) execFileSync('codesign', ['--sign', '-', file]);
}

/** The code caches of common runs as assets, each under the kind of the run and the name of its pack. */
function codeCaches() {
  const root = join(scratch, 'caches');
  writeCodeCaches(out, [], root);
  const assets = {};
  for (const folder of readdirSync(root)) {
    const [, kind] = /-([a-z]+-[a-z]+)$/.exec(folder);
    for (const name of readdirSync(join(root, folder))) {
      const data = readFileSync(join(root, folder, name));
      const path = join(scratch, `${kind}-${name}`);
      // A cache in a folder has its data twice.
      writeFileSync(path, data.subarray(0, data.length / 2));
      assets[`${kind}/${name}`] = path;
    }
  }
  if (Object.keys(assets).length === 0) throw new Error('the runs have written no code caches');
  return assets;
}
