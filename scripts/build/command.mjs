import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { chunkFunction } from './chunk.mjs';
import { deferredImports } from './deferred-imports.mjs';
import { browserText, libraryText } from './library.mjs';
import { loadSource } from './load-source.mjs';
import { BROWSER, CORE, LANGUAGE_SERVER, RARE, SHARED, SHARING, UPDATES } from './packs.mjs';

/** The text that makes a module of a pack. The command removes it and evaluates the rest as a script. */
const PACK_PREFIX = 'export default ';

/**
 * Builds the command: packs of chunks, each a script that src/hosts/cli/start.ts reads when a chunk of it is needed,
 * and start.cjs itself. A small file needs the core and the pack of its kind.
 *
 * @param options of esbuild for all that is built
 * @param isExecutable true if start.cjs is for the executable, which has the packs as assets
 * @returns the metafile of the command
 */
export async function buildCommand(repository, dist, options, isExecutable = false) {
  const { metafile, outputFiles, chunks } = await buildChunks(repository, dist, options);
  const indexOf = (path) => {
    const index = chunks.findIndex((chunk) => chunk.path === resolve(dist, path));
    if (index === -1) throw new Error(`no chunk ${path}`);
    return index;
  };
  const packs = [...new Set(chunks.map(({ pack }) => pack))];
  const firstChunks = packs.map((name) => chunks.findIndex(({ pack }) => pack === name));
  const texts = packs.map((pack) => {
    const functions = chunks.flatMap((chunk, index) => {
      if (chunk.pack !== pack) return [];
      const { text } = outputFiles.find(({ path }) => path === chunk.path);
      return [`${index}:${chunkFunction(text, indexOf)}`];
    });
    return `${PACK_PREFIX}(function(loadChunk,require){"use strict";return{${functions.join(',\n')}}})`;
  });
  for (const [index, pack] of packs.entries()) {
    writeFileSync(join(dist, `${pack}.js`), texts[index], 'latin1');
  }
  await buildStart(repository, dist, options, {
    BUILD_ID: createHash('sha256').update(texts.join()).digest('hex').slice(0, 16),
    PACKS: packs,
    FIRST_CHUNKS: firstChunks,
    PACK_PREFIX,
    MAIN_CHUNK: indexOf('main.js'),
    IS_EXECUTABLE: isExecutable,
  });
  const moduleOf = (name, text) => {
    const path = join(dist, `${name}.js`);
    const [, { exports }] = Object.entries(metafile.outputs).find(
      ([output]) => resolve(repository, output) === path,
    );
    return text({ packs, firstChunks, chunk: indexOf(path), names: exports });
  };
  writeFileSync(join(dist, 'index.mjs'), moduleOf('library', libraryText));
  writeFileSync(join(dist, 'browser.mjs'), moduleOf('browser', browserText));
  return metafile;
}

/** Bundles the source. Returns its metafile, the texts of its outputs, and its chunks, each with its pack. */
async function buildChunks(repository, dist, options) {
  const { loadRules } = await loadSource(repository, 'rules/index.ts');
  const { KIND_TABLE } = await loadSource(repository, 'src/server/kubernetes/kind-table.ts');
  const deferred = deferredImports(repository, loadRules(), KIND_TABLE);
  const entries = [
    { name: 'main', path: 'src/hosts/cli/main.ts', packs: [CORE] },
    { name: 'library', path: 'src/hosts/library/index.ts', packs: [RARE] },
    { name: 'browser', path: 'src/hosts/browser/index.ts', packs: [BROWSER] },
    ...deferred.entries,
  ];
  const { metafile, outputFiles } = await build({
    ...options,
    platform: 'node',
    format: 'esm',
    splitting: true,
    entryPoints: Object.fromEntries(entries.map(({ name, path }) => [name, path])),
    outdir: dist,
    write: false,
    plugins: [withoutChildProcess, deferred.plugin],
    // chalk uses only this property of import.meta.
    define: { 'import.meta.url': '""' },
  });
  return { metafile, outputFiles, chunks: packed(metafile, entries, repository, dist) };
}

/**
 * Builds start.cjs.
 *
 * @param facts the values of the names that it declares, in addition to those of the source
 */
async function buildStart(repository, dist, options, facts) {
  const { parseLintArguments } = await loadSource(repository, 'src/hosts/cli/lint/arguments.ts');
  const { COMMAND_LIST } = await loadSource(repository, 'src/hosts/cli/command-list.ts');
  const shown = (args) => parseLintArguments(args).show;
  const values = {
    ...facts,
    COMMAND_NAMES: COMMAND_LIST.map(({ name }) => name),
    VERSION_TEXT: shown(['--version']),
    HELP_TEXT: shown(['--help']),
  };
  await build({
    ...options,
    platform: 'node',
    format: 'cjs',
    entryPoints: ['src/hosts/cli/start.ts'],
    outfile: join(dist, 'start.cjs'),
    define: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]),
    ),
  });
}

/** All chunks, each with its pack. Those of a pack follow each other. */
function packed({ outputs }, entries, repository, dist) {
  const packsOf = new Map(Object.keys(outputs).map((path) => [path, new Set()]));
  const reach = (path, packs) => {
    const known = packsOf.get(path);
    // A command may share code with the command that loads it when it is needed.
    if (packs.every((pack) => known.has(pack))) return;
    for (const pack of packs) known.add(pack);
    for (const imported of outputs[path].imports) {
      if (imported.external) continue;
      // A module that is imported dynamically has a pack of its own.
      if (imported.kind === 'dynamic-import') reach(imported.path, [RARE]);
      else reach(imported.path, packs);
    }
  };
  const paths = Object.keys(outputs);
  for (const { name, packs } of entries) {
    const entry = paths.find((path) => resolve(repository, path) === join(dist, `${name}.js`));
    reach(entry, packs);
  }
  return paths
    .map((path) => ({ path: resolve(repository, path), pack: commonPack(packsOf.get(path)) }))
    .sort((a, b) => a.pack.localeCompare(b.pack, 'en'));
}

/** The packs for few runs, the one for the fewest runs last. */
const LAST_PACKS = [UPDATES, RARE, LANGUAGE_SERVER];

/** The pack of a chunk that some packs need together. A pack for few runs loads the packs for more runs. */
function commonPack(packs) {
  const frequent = [...packs].filter((pack) => !LAST_PACKS.includes(pack));
  const last = LAST_PACKS.find((pack) => packs.has(pack)) ?? RARE;
  const [only = last, ...others] = frequent;
  if (others.length === 0) return only;
  return frequent.every((pack) => SHARING.has(pack)) ? SHARED : CORE;
}

/**
 * commander loads this module for commands that are programs of their own. There are none here, and
 * loading it takes as long as reading a hundred manifests.
 */
const withoutChildProcess = {
  name: 'without-child-process',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^node:child_process$/ }, ({ path, importer }) =>
      /[\\/]commander[\\/]/.test(importer) ? { path, namespace: 'empty' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'module.exports = {}' }));
  },
};
