import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { chunkFunction } from './chunk.mjs';
import {
  CUSTOM_RESOURCES,
  lateModules,
  POLICIES,
  SERVER_FLAGS,
  UPDATES,
  WORKSPACE,
} from './late-modules.mjs';
import { CUSTOM, INSTALLATION, lateRules, REQUEST } from './late-rules.mjs';
import { lateTypes } from './late-types.mjs';
import { libraryText } from './library.mjs';
import { loadSource } from './load-source.mjs';

/** What makes a module of a pack; the command takes it away and evaluates the rest as a script. */
const PACK_PREFIX = 'export default ';

/** Where the chunks go that more than one pack would have. */
const CORE = 'core';

/** What single commands and options need. */
const RARE = 'rare';

/** What the rules about expressions share, and the engine has too. */
const SHARED = 'shared';
const OF_EXPRESSIONS = new Set([
  'admission',
  'cel',
  'crd',
  CUSTOM_RESOURCES,
  POLICIES,
  're2js',
  SERVER_FLAGS,
  UPDATES,
  WORKSPACE,
]);

/** The packs of rules, by the kinds that they are for. */
const PACK_OF_KIND = {
  APIService: 'apiservice',
  CustomResourceDefinition: 'crd',
  FlowSchema: 'flow-control',
  LimitRange: 'quota',
  MutatingAdmissionPolicy: 'admission',
  MutatingAdmissionPolicyBinding: 'admission',
  MutatingWebhookConfiguration: 'admission',
  NetworkPolicy: 'network-policy',
  PodDisruptionBudget: 'disruption-budget',
  PriorityLevelConfiguration: 'flow-control',
  ResourceQuota: 'quota',
  ValidatingAdmissionPolicy: 'admission',
  ValidatingAdmissionPolicyBinding: 'admission',
  ValidatingWebhookConfiguration: 'admission',
};

/** Packages that few runs need and whose loading takes as long as a small file. */
const LATE_PACKAGES = {
  ignore: 'export default (...args) => loadEntry("ignore").default(...args);',
  re2js:
    'export const RE2JS = { compile: (...args) => loadEntry("re2js").RE2JS.compile(...args) };',
};

/**
 * Builds the command: packs of chunks, each a script that src/hosts/cli/start.ts reads when a chunk of it is needed, and
 * start.cjs itself. A small file needs the core and the pack of its kind.
 *
 * @param options of esbuild for all that is built
 * @returns the metafile of the command
 */
export async function buildCommand(repository, dist, options) {
  const rules = await lateRules(repository);
  const modules = lateModules(repository);
  const entries = [
    { name: 'main', path: 'src/hosts/cli/main.ts', packs: [CORE] },
    { name: 'library', path: 'src/hosts/library/index.ts', packs: [CORE] },
    ...rules.entries.map(({ name, path, kinds }) => ({
      name,
      path,
      packs: packsOf(kinds),
    })),
    rules.texts,
    lateTypes.entry,
    ...modules.entries,
    ...Object.keys(LATE_PACKAGES).map((name) => ({ name, path: name, packs: [name] })),
  ];
  const { metafile, outputFiles } = await build({
    ...options,
    platform: 'node',
    format: 'esm',
    splitting: true,
    entryPoints: Object.fromEntries(entries.map(({ name, path }) => [name, path])),
    outdir: dist,
    write: false,
    plugins: [
      withoutChildProcess,
      latePackages(repository),
      modules.plugin,
      rules.plugin,
      lateTypes.plugin,
    ],
    // chalk asks this of import.meta, and no more.
    define: { 'import.meta.url': '""' },
  });
  assertConstantExports(repository, metafile);
  const chunks = packed(metafile, entries, repository, dist);
  const indexOf = (path) => {
    const index = chunks.findIndex((chunk) => chunk.path === resolve(dist, path));
    if (index === -1) throw new Error(`no chunk ${path}`);
    return index;
  };
  const packs = [...new Set(chunks.map(({ pack }) => pack))];
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
  const { parseLintArguments } = await loadSource(repository, 'src/hosts/cli/lint/arguments.ts');
  const { COMMANDS } = await loadSource(repository, 'src/hosts/cli/commands.ts');
  const shown = (args) => parseLintArguments(args).show;
  await build({
    ...options,
    platform: 'node',
    format: 'cjs',
    entryPoints: ['src/hosts/cli/start.ts'],
    outfile: join(dist, 'start.cjs'),
    define: {
      BUILD_ID: JSON.stringify(
        createHash('sha256').update(texts.join()).digest('hex').slice(0, 16),
      ),
      PACKS: JSON.stringify(packs),
      PACK_OF_CHUNK: JSON.stringify(chunks.map(({ pack }) => packs.indexOf(pack))),
      PACK_PREFIX: JSON.stringify(PACK_PREFIX),
      MAIN_CHUNK: String(indexOf('main.js')),
      COMMAND_NAMES: JSON.stringify(COMMANDS.map(({ name }) => name)),
      VERSION_TEXT: JSON.stringify(shown(['--version'])),
      HELP_TEXT: JSON.stringify(shown(['--help'])),
    },
  });
  const library = Object.entries(metafile.outputs).find(
    ([path]) => resolve(repository, path) === join(dist, 'library.js'),
  )[1];
  writeFileSync(
    join(dist, 'index.mjs'),
    libraryText({
      packs,
      packOfChunk: chunks.map(({ pack }) => packs.indexOf(pack)),
      chunk: indexOf('library.js'),
      names: library.exports,
    }),
  );
  return metafile;
}

function packsOf(kinds) {
  if (kinds === CUSTOM) return [CUSTOM_RESOURCES];
  if (kinds === REQUEST) return [POLICIES];
  return kinds === INSTALLATION ? [WORKSPACE] : kinds.map((kind) => packOfKind(kind));
}

function packOfKind(kind) {
  const pack = PACK_OF_KIND[kind];
  if (pack === undefined) throw new Error(`no pack for the rules of ${kind}`);
  return pack;
}

/** All chunks, each with the pack that it goes into. */
function packed({ outputs }, entries, repository, dist) {
  const packsOf = new Map(Object.keys(outputs).map((path) => [path, new Set()]));
  const reach = (path, packs) => {
    const known = packsOf.get(path);
    // A command may share code with the one that loads it when it is asked for.
    if (packs.every((pack) => known.has(pack))) return;
    for (const pack of packs) known.add(pack);
    for (const imported of outputs[path].imports) {
      if (imported.external) continue;
      // What is imported dynamically is for itself.
      if (imported.kind === 'dynamic-import') reach(imported.path, [RARE]);
      else reach(imported.path, packs);
    }
  };
  const paths = Object.keys(outputs);
  for (const { name, packs } of entries) {
    const entry = paths.find((path) => resolve(repository, path) === join(dist, `${name}.js`));
    reach(entry, packs);
  }
  return paths.map((path) => ({
    path: resolve(repository, path),
    pack: commonPack(packsOf.get(path)),
  }));
}

/** The pack of a chunk that all of some packs need. What few runs need has to load what more of them do. */
function commonPack(packs) {
  const frequent = [...packs].filter((pack) => pack !== RARE);
  const [only = RARE, ...others] = frequent;
  if (others.length === 0) return only;
  return frequent.every((pack) => OF_EXPRESSIONS.has(pack)) ? SHARED : CORE;
}

/** Chunks take over what others export when those have run; see chunk.mjs. */
function assertConstantExports(repository, { inputs }) {
  for (const path of Object.keys(inputs)) {
    if (!path.endsWith('.ts') || path.includes(':')) continue;
    if (/^export let /m.test(readFileSync(join(repository, path), 'utf8'))) {
      throw new Error(`${path} exports what changes`);
    }
  }
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

function latePackages(repository) {
  const filter = new RegExp(`^(?:${Object.keys(LATE_PACKAGES).join('|')})$`);
  return {
    name: 'late-packages',
    setup({ onLoad, onResolve }) {
      onResolve({ filter }, ({ path, kind }) =>
        kind === 'entry-point' ? undefined : { path, namespace: 'late-package' },
      );
      onLoad({ filter: /.*/, namespace: 'late-package' }, ({ path }) => ({
        contents: LATE_PACKAGES[path],
        resolveDir: repository,
      }));
    },
  };
}
