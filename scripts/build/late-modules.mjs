import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The pack of what only runs with flags of the API server need. */
export const SERVER_FLAGS = 'server-flags';

/** The pack of what compares an object with the stored one. */
export const UPDATES = 'updates';

/** The pack of what relates objects to each other. */
export const WORKSPACE = 'workspace';

/** The pack of what runs policies. */
export const POLICIES = 'policies';

/** The pack of what only custom resources need. */
export const CUSTOM_RESOURCES = 'custom-resources';

/**
 * What most objects do without, by the pack that it is in: the parser of options, the engine that compiles, estimates and
 * runs expressions, what validates custom resources and compares objects with stored ones, what runs policies, the table of
 * feature gates, and what writes fixes.
 */
const LATE = {
  arguments: /\/src\/hosts\/cli\/lint\/option-parser\.ts$/,
  cel: /\/src\/(?:cel|server\/expressions)\//,
  [SERVER_FLAGS]: /\/src\/server\/kubernetes\/feature-gates\.ts$/,
  fix: /\/src\/features\/fix\//,
  [UPDATES]: /\/src\/analysis\/updates\//,
  [WORKSPACE]:
    /\/src\/(?:sources\/installations\/(?:installations|relations)|lint\/together\/(?:check-installations|open-installation))\.ts$/,
  [POLICIES]: /\/src\/(?:server\/admission\/|lint\/decide\/check-requests\.ts)/,
  [CUSTOM_RESOURCES]: /\/src\/server\/(?:custom-resources|compatibility)\//,
};

const IMPORTS = /^import (?!type )([^;]*?) from '(\.[^']+\.ts)';/gm;

/**
 * Modules that are evaluated when one of their functions is first called. Who imports such a module from elsewhere gets
 * functions of the same names that wait for it; a module that others want more of than functions and classes
 * stays as it is, and so does one that imports nothing.
 *
 * @param repository the root of the repository
 * @returns an esbuild plugin, and the entries of what is loaded late: for each the packs that it is for
 */
export function lateModules(repository) {
  const wanted = wantedOfLate(repository);
  const stubs = new Map();
  for (const [path, names] of wanted) {
    const entry = `late-${stubs.size}`;
    const text = stubText(path, [...names], entry);
    if (text !== undefined) stubs.set(path, { entry, text });
  }
  return {
    entries: [...stubs].map(([path, { entry }]) => ({
      name: entry,
      path,
      packs: [packOf(path)],
    })),
    plugin: {
      name: 'late-modules',
      setup({ onLoad, onResolve }) {
        onResolve({ filter: /^\..*\.ts$/ }, ({ path, importer, resolveDir }) => {
          const module = resolve(resolveDir, path);
          return stubs.has(module) && isLateFor(module, importer)
            ? { path: module, namespace: 'late-module' }
            : undefined;
        });
        onLoad({ filter: /.*/, namespace: 'late-module' }, ({ path }) => ({
          contents: stubs.get(path).text,
        }));
      },
    },
  };
}

function isLateFor(module, importer) {
  const pack = packOf(module);
  return pack !== undefined && pack !== packOf(importer);
}

/** The pack of a late module; undefined for the others. */
function packOf(path) {
  return Object.keys(LATE).find((pack) => LATE[pack].test(path));
}

/** The names that modules elsewhere import of late ones, by path. */
function wantedOfLate(repository) {
  const wanted = new Map();
  for (const folder of ['rules', 'src']) {
    for (const name of readdirSync(join(repository, folder), { recursive: true })) {
      const path = join(repository, folder, name);
      if (!path.endsWith('.ts')) continue;
      const source = readFileSync(path, 'utf8');
      for (const [, clause, from] of source.matchAll(IMPORTS)) {
        const module = resolve(path, '..', from);
        if (!isLateFor(module, path)) continue;
        const names = wanted.get(module) ?? new Set();
        wanted.set(module, names);
        for (const item of clause.replace(/[{}]/g, '').split(',')) {
          const imported = item.trim().replace(/ as .*/, '');
          if (imported === '' || imported.startsWith('type ')) continue;
          // Of a class, a stub can only be called; what is asked for more must be there itself.
          const isAsked =
            /^[A-Z]/.test(imported) &&
            new RegExp(`\\binstanceof ${imported}\\b|\\b${imported}\\.`).test(source);
          names.add(isAsked ? `${imported} itself` : imported);
        }
      }
    }
  }
  return wanted;
}

/** A module with functions and classes that wait for those of another; undefined where there is more to it. */
function stubText(path, names, entry) {
  const source = readFileSync(path, 'utf8');
  if (source.search(IMPORTS) === -1) return undefined;
  const stubs = names.map((name) => {
    const real = `(late ??= loadEntry('${entry}')).${name}`;
    if (new RegExp(`^export (?:function\\*? ${name}\\b|const ${name} = \\()`, 'm').test(source)) {
      return `export function ${name}(...args) { return ${real}(...args); }`;
    }
    const constant = new RegExp(`^export const ${name} = [\\d_]+;$`, 'm').exec(source)?.[0];
    if (constant !== undefined) return constant;
    // A constructor that returns an object gives that instead of its own.
    return new RegExp(`^export class ${name}\\b`, 'm').test(source)
      ? `export function ${name}(...args) { return new (${real})(...args); }`
      : undefined;
  });
  if (stubs.includes(undefined)) {
    if (process.env.SHOW) console.log('static', path, names);
    return undefined;
  }
  return ['let late;', ...stubs].join('\n');
}
