// Builds the published files from the sources and the files of `npm run generate`:
//   node scripts/build.mjs [folder]      (dist by default)
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildCommand } from './build/command.mjs';
import { writeCommonJsDeclarations, writeDeclarations } from './build/declarations.mjs';
import { loadSource } from './build/load-source.mjs';

const repository = resolve(import.meta.dirname, '..');
const dist = resolve(process.argv[2] ?? join(repository, 'dist'));
const inRepository = (path) => join(repository, path);

/** The modules of the library, with the folders of their sources in `src/hosts/`. */
const MODULES = { index: 'library', browser: 'browser' };

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });

const shared = {
  absWorkingDir: repository,
  bundle: true,
  target: 'node20',
  minify: true,
  metafile: true,
  // The start reads packs as ASCII.
  charset: 'ascii',
  logLevel: 'warning',
};

const command = await buildCommand(repository, dist, shared);

await writeDeclarations(repository, dist, MODULES);
for (const [name, host] of Object.entries(MODULES)) writeCommonJs(name, host);
copyFileSync(inRepository('src/report/report.schema.json'), join(dist, 'report.schema.json'));
await writeConfigSchema();
await writeManPage();
writeLicences(command);
tryOut();

/** The JSON Schema of the configuration, from its settings and the rules. Editors read it, so it has no line breaks. */
async function writeConfigSchema() {
  const { configSchema } = await loadSource(repository, 'src/config/config-schema.ts');
  writeFileSync(join(dist, 'config.schema.json'), `${JSON.stringify(configSchema())}\n`);
}

/** The manual page, from the options and commands. */
async function writeManPage() {
  const { manPage } = await loadSource(repository, 'scripts/build/man-page.ts');
  writeFileSync(join(dist, 'kubeadmit.1'), await manPage());
}

/** A module of the library for `require`, which returns the same objects as `import`, and its declarations. */
function writeCommonJs(name, host) {
  const [, { exports }] = Object.entries(command.outputs).find(
    ([output]) => inRepository(output) === join(dist, `${host}.js`),
  );
  writeFileSync(join(dist, `${name}.cjs`), `module.exports = require('./${name}.mjs');\n`);
  writeCommonJsDeclarations(dist, name, exports);
}

/** The licences of the packages whose code is in the bundles. */
function writeLicences({ outputs }) {
  const packages = new Set();
  for (const { inputs } of Object.values(outputs)) {
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
      if (folder !== undefined && bytesInOutput > 0) packages.add(folder);
    }
  }
  const texts = [...packages].sort().map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(inRepository(`${folder}/package.json`), 'utf8'),
    );
    return `${name} ${version} (${license})\n\n${licenceText(inRepository(folder)).trim()}\n`;
  });
  const rule = `\n${'-'.repeat(72)}\n\n`;
  writeFileSync(
    join(dist, 'THIRD_PARTY_LICENSES.txt'),
    ['kubeadmit contains code of these packages.\n', ...texts].join(rule),
  );
}

function licenceText(folder) {
  const names = [
    'LICENSE',
    'LICENSE.md',
    'LICENSE.txt',
    'license',
    'LICENSE-MIT',
    'LICENCE',
    'License.txt',
  ];
  const name = names.find((candidate) => existsSync(join(folder, candidate)));
  if (name === undefined) throw new Error(`no licence in ${folder}`);
  return readFileSync(join(folder, name), 'utf8');
}

/** Runs the build once, to verify that it works. */
function tryOut() {
  try {
    const demo = inRepository('fixtures/demo');
    execFileSync(process.execPath, [join(dist, 'start.cjs'), '--fail-on', 'never', demo], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '', KUBEADMIT_CACHE_DIR: '' },
    });
  } catch (error) {
    throw new Error('the command does not run', { cause: error });
  }
}
