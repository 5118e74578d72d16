// Builds what is published, from the sources and what `npm run generate` made:
//   node scripts/build.mjs [folder]      (dist where none is named)
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { buildCommand } from './build/command.mjs';

const repository = resolve(import.meta.dirname, '..');
const dist = resolve(process.argv[2] ?? join(repository, 'dist'));
const inRepository = (path) => join(repository, path);

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

/** Loading re2js takes as long as reading a megabyte, and most runs meet no pattern: it waits for the first. */
const lateRe2js = {
  name: 'late-re2js',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^re2js$/ }, ({ path, namespace }) =>
      namespace === 'late' ? undefined : { path, namespace: 'late' },
    );
    onLoad({ filter: /^re2js$/, namespace: 'late' }, () => ({
      contents: `export const RE2JS = {
        compile(...args) { return require('re2js').RE2JS.compile(...args); },
      };`,
      resolveDir: repository,
    }));
  },
};

const command = await buildCommand(repository, dist, shared);

const library = {
  ...shared,
  platform: 'neutral',
  target: 'es2023',
  entryPoints: ['src/index.ts'],
  plugins: [lateRe2js],
};
const libraries = [
  await build({ ...library, format: 'esm', outfile: join(dist, 'index.mjs') }),
  await build({ ...library, format: 'cjs', outfile: join(dist, 'index.cjs') }),
];

buildTypes();
copyFileSync(inRepository('src/report/report.schema.json'), join(dist, 'report.schema.json'));
writeLicences([command, ...libraries.map(({ metafile }) => metafile)]);
makeCodeCaches();

/** The declarations twice: as an ES module's and as a CommonJS module's, for `import` and `require`. */
function buildTypes() {
  const compiler = createRequire(import.meta.url).resolve('typescript/package.json');
  const { bin } = JSON.parse(readFileSync(compiler, 'utf8'));
  const all = join(dist, 'types/all');
  const options = ['--project', inRepository('tsconfig.build.json'), '--outDir', all];
  execFileSync(process.execPath, [resolve(compiler, '..', bin.tsc), ...options], {
    stdio: 'inherit',
  });
  const needed = reachableFrom(join(all, 'src/index.d.ts'));
  for (const [folder, type] of [
    ['esm', 'module'],
    ['cjs', 'commonjs'],
  ]) {
    const target = join(dist, 'types', folder);
    for (const file of needed) cpSync(file, join(target, relative(all, file)));
    writeFileSync(join(target, 'package.json'), `${JSON.stringify({ type })}\n`);
  }
  rmSync(all, { recursive: true });
}

/** A declaration file and those that it imports, directly or not. */
function reachableFrom(entry) {
  const found = new Set([entry]);
  for (const file of found) {
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/g)) {
      found.add(resolve(file, '..', path.replace(/\.ts$/, '.d.ts')));
    }
  }
  return found;
}

/** The licences of the packages whose code is in the bundles. */
function writeLicences(metafiles) {
  const packages = new Set();
  for (const { outputs } of metafiles) {
    for (const { inputs } of Object.values(outputs)) {
      for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
        const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
        if (folder !== undefined && bytesInOutput > 0) packages.add(folder);
      }
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
  const names = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license', 'LICENSE-MIT', 'LICENCE'];
  const name = names.find((candidate) => existsSync(join(folder, candidate)));
  if (name === undefined) throw new Error(`no licence in ${folder}`);
  return readFileSync(join(folder, name), 'utf8');
}

/**
 * Runs leave the code that V8 compiled beside the packs that have none yet; see src/cli/start.ts. What a cache has,
 * every run reads that loads the pack, and what it lacks, a run compiles that needs it: so the core is that of a
 * plain run, the packs of the demonstration follow, and the rest comes from examples of all rules.
 */
function makeCodeCaches() {
  const demo = (name) => inRepository(`fixtures/demo/${name}`);
  runCommand(demo('shop-quota.yaml'), demo('shop-network.yaml'));
  // A folder and a pattern: the code behind each is wanted too.
  runCommand(inRepository('fixtures/demo'), demo('*.yaml'));
  const folder = mkdtempSync(join(tmpdir(), 'kubeadmit-'));
  const texts = JSON.parse(readFileSync(join(dist, 'rule-texts.json'), 'utf8'));
  for (const [index, { examples }] of Object.values(texts).entries()) {
    writeFileSync(join(folder, `${index}.yaml`), examples.good[0] ?? '');
  }
  runCommand(folder);
  rmSync(folder, { recursive: true });
  const names = readdirSync(dist);
  for (const pack of names.filter((name) => name.endsWith('.js'))) {
    const prefix = pack.replace(/\.js$/, '-');
    if (!names.some((name) => name.startsWith(prefix) && name.endsWith('.cache'))) {
      throw new Error(`a run over every kind does not load ${pack}`);
    }
  }
}

function runCommand(...paths) {
  try {
    execFileSync(process.execPath, [join(dist, 'start.cjs'), '--fail-on', 'never', ...paths], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '', FORCE_COLOR: '1' },
    });
  } catch (error) {
    throw new Error('the command does not run', { cause: error });
  }
}
