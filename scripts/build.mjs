// Builds what is published, from the sources and what `npm run generate` made:
//   node scripts/build.mjs [folder]      (dist where none is named)
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { lateRuleTexts } from './late-rule-texts.mjs';

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
  // The start reads the bundle as ASCII.
  charset: 'ascii',
  logLevel: 'warning',
};
const commonjs = { ...shared, platform: 'node', format: 'cjs' };

/**
 * commander loads this module for commands that are programs of their own. There are none here, and
 * loading it takes as long as reading a hundred manifests.
 */
const withoutChildProcess = {
  name: 'without-child-process',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^node:child_process$/ }, ({ path }) => ({ path, namespace: 'empty' }));
    onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'module.exports = {}' }));
  },
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

const cli = await build({
  ...commonjs,
  plugins: [withoutChildProcess, lateRe2js, await lateRuleTexts(repository, dist)],
  entryPoints: ['src/cli/main.ts'],
  outfile: join(dist, 'kubeadmit.cjs'),
  // What src/cli/start.ts calls.
  banner: { js: '(function (exports, require, module) {' },
  footer: { js: '})' },
  // chalk is the only one that is no CommonJS itself, and this is all it asks of import.meta.
  define: { 'import.meta.url': '""' },
});
const bundleId = createHash('sha256')
  .update(readFileSync(join(dist, 'kubeadmit.cjs')))
  .digest('hex')
  .slice(0, 16);
await build({
  ...commonjs,
  entryPoints: ['src/cli/start.ts'],
  outfile: join(dist, 'start.cjs'),
  define: { BUNDLE_ID: JSON.stringify(bundleId) },
});

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
writeLicences([cli, ...libraries]);
makeCodeCache();

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
function writeLicences(results) {
  const packages = new Set();
  for (const { metafile } of results) {
    for (const { inputs } of Object.values(metafile.outputs)) {
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

/** A first run leaves the code that V8 compiled beside the bundle; see src/cli/start.ts. */
function makeCodeCache() {
  const start = join(dist, 'start.cjs');
  const demo = inRepository('fixtures/demo');
  try {
    execFileSync(process.execPath, [start, '--fail-on', 'never', demo], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '', FORCE_COLOR: '1' },
    });
  } catch (error) {
    throw new Error('the bundle does not run', { cause: error });
  }
}
