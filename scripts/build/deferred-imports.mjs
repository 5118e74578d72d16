import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { edited, readModule } from './module.mjs';
import { PACKAGES, packOfModule, packsOfRule } from './packs.mjs';

const RULES_INDEX = 'rules/index.ts';
const TEXTS = 'rule-texts';

/** The module of the changes of the server, whose descriptions are only shown by docs/server-changes.md. */
const SERVER_CHANGES = 'src/server/kubernetes/server-changes.ts';
const DESCRIPTION = /^ {4}description:\s+(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),\n/gm;

/** @throws Error if the format of the file has changed, so that a description is left */
function withoutDescriptions(text) {
  const short = text.replace(DESCRIPTION, '');
  if (/^ {4}description:/m.test(short))
    throw new Error(`a description is left in ${SERVER_CHANGES}`);
  return short;
}

/** The members of a rule that only its page shows: more than a third of the command. */
const TEXT_MEMBERS = ['details', 'examples'];

/**
 * Defers imports from one pack into another: the imported module is evaluated when one of its exports is first used.
 * The modules are those of the source. In the bundle, each use of such an export reads it from the chunk of its module:
 * `loadEntry('...').name`. Modules have no effect but their exports, so they may be evaluated later than in the source.
 *
 * A module is not moved if it imports nothing, so that deferring it costs more than it saves, or if a module of another
 * pack uses an export of it while it is evaluated.
 *
 * @param repository the root of the repository
 * @param rules the rules of the source
 * @param kindTable of `src/server/kubernetes/kind-table.ts`
 * @returns an esbuild plugin, and the entries of the chunks that are loaded later: for each the packs that need it
 */
export function deferredImports(repository, rules, kindTable) {
  const modules = readModules(repository);
  const units = unitsOf(rules, kindTable);
  const targets = deferredModules(modules, units);
  const textOf = (path) => {
    if (path === SERVER_CHANGES) return withoutDescriptions(modules.get(path).text);
    const rule = rules.find(({ id }) => path === `rules/${id}.ts`);
    const edits = editsOf(path, modules.get(path), targets);
    if (rule !== undefined) edits.push(...textEdits(rule, modules.get(path)));
    return edits.length === 0 ? undefined : edited(modules.get(path).text, edits);
  };
  const entries = [...new Set(targets.values())];
  return {
    entries: [
      ...entries.map(({ entry, path, packs }) => ({ name: entry, path, packs })),
      { name: TEXTS, path: `virtual:${TEXTS}`, packs: [TEXTS] },
    ],
    plugin: {
      name: 'deferred-imports',
      setup({ onLoad, onResolve }) {
        onResolve({ filter: /^virtual:/ }, ({ path }) => ({ path, namespace: 'virtual' }));
        onLoad({ filter: /.*/, namespace: 'virtual' }, ({ path }) => ({
          contents: path === `virtual:${TEXTS}` ? textsText(rules) : unitText(units.get(path)),
          resolveDir: join(repository, 'rules'),
        }));
        onLoad({ filter: /\.ts$/, namespace: 'file' }, ({ path }) => {
          const relative = posix.relative(repository, path);
          const contents = modules.has(relative) ? textOf(relative) : undefined;
          return contents === undefined ? undefined : { contents, loader: 'ts' };
        });
      },
    },
  };
}

/** The imports of the modules of the source and their uses, by their paths from the root of the repository. */
function readModules(repository) {
  const paths = ['rules', 'src'].flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true }).map((path) =>
      posix.join(folder, path),
    ),
  );
  return new Map(
    paths
      .filter((path) => path.endsWith('.ts') && existsSync(join(repository, path)))
      .map((path) => [path, readModule(path, readFileSync(join(repository, path), 'utf8'))]),
  );
}

/** The rules that look at the same kinds and go into the same packs, by the path of the module that exports them. */
function unitsOf(rules, kindTable) {
  const units = new Map();
  for (const rule of rules) {
    const packs = packsOfRule(rule, kindTable);
    if (packs.length === 0) continue;
    const key = `virtual:rules-${[rule.on, ...(rule.kinds ?? []).toSorted()].join('-')}`;
    if (!units.has(key)) units.set(key, { packs, ids: [] });
    units.get(key).ids.push(rule.id);
  }
  return units;
}

/**
 * The modules that are deferred: for each the entry of its chunk, and the name that the entry has for its default
 * export.
 */
function deferredModules(modules, units) {
  const targets = new Map();
  for (const [index, [path, { packs, ids }]] of [...units].entries()) {
    const unit = { entry: `rules-${index}`, path, packs };
    for (const id of ids) targets.set(`rules/${id}.ts`, { ...unit, unit, defaultName: id });
  }
  const eager = new Set();
  const crossing = new Set();
  for (const [path, { imports, references }] of modules) {
    for (const declaration of imports) {
      const target = targetOf(path, declaration);
      const pack = packOf(target);
      if (pack === undefined || pack === packOf(path)) continue;
      crossing.add(target);
      const isUsedEarly = references.some(
        ({ binding, isLate }) => declaration.bindings.includes(binding) && !isLate,
      );
      const isWhole =
        declaration.isExported ||
        declaration.bindings.some(({ imported }) => imported === undefined);
      if (isUsedEarly || isWhole || modules.get(target)?.imports.length === 0) eager.add(target);
    }
  }
  for (const path of crossing) {
    if (eager.has(path)) continue;
    const entry = PACKAGES.includes(path) ? path : `late-${targets.size}`;
    targets.set(path, { entry, path, packs: [packOf(path)], defaultName: 'default' });
  }
  return targets;
}

function targetOf(path, { from }) {
  return from.startsWith('.') ? posix.join(posix.dirname(path), from) : from;
}

function packOf(path) {
  return PACKAGES.includes(path) ? path : packOfModule(path);
}

/** The edits that defer the imports of a module. */
function editsOf(path, { imports, references }, targets) {
  const edits = [];
  for (const imported of imports) {
    const target = targetOf(path, imported);
    const deferred = targets.get(target);
    const isWithin = packOf(target) !== undefined && packOf(target) === packOf(path);
    if (deferred === undefined || isWithin) continue;
    if (deferred.unit !== undefined && path !== RULES_INDEX) continue;
    edits.push({ start: imported.node.start, end: imported.node.end, text: '' });
    for (const binding of imported.bindings) {
      if (binding.isShadowed) throw new Error(`${path} declares ${binding.local} again`);
      const name = binding.imported === 'default' ? deferred.defaultName : binding.imported;
      const used = `loadEntry(${JSON.stringify(deferred.entry)})[${JSON.stringify(name)}]`;
      for (const { node, form } of references.filter((use) => use.binding === binding)) {
        edits.push({ start: node.start, end: node.end, text: replacement(node.name, used, form) });
      }
    }
  }
  return edits;
}

function replacement(name, used, form) {
  if (form === 'shorthand') return `${name}:${used}`;
  return form === 'constructor' ? `(${used})` : used;
}

function unitText({ ids }) {
  return ids
    .map((id) => `export { default as ${JSON.stringify(id)} } from './${id}.ts';`)
    .join('\n');
}

/** The edits that take the texts of a rule's page out of its module. */
function textEdits({ id }, { program }) {
  const rule = program.body.find(({ type }) => type === 'ExportDefaultDeclaration')?.declaration;
  const members = rule?.arguments?.[0]?.properties ?? [];
  return TEXT_MEMBERS.map((name) => {
    const member = members.find(({ key }) => key?.name === name);
    if (member === undefined) throw new Error(`rules/${id}.ts has no ${name} of its own`);
    const { start, end } = member;
    const texts = `loadEntry('${TEXTS}').texts[${JSON.stringify(id)}]`;
    return { start, end, text: `get ${name}() { return ${texts}.${name}; }` };
  });
}

/**
 * The module of the texts. They are compressed: as text they would be a fifth of the package, and few runs show them.
 * The library imports no module of Node, so this module does not either.
 */
function textsText(rules) {
  const texts = rules.map(({ id, details, examples }) => [id, { details, examples }]);
  const compressed = brotliCompressSync(JSON.stringify(Object.fromEntries(texts)));
  return `
    const { brotliDecompressSync } = process.getBuiltinModule('node:zlib');
    const compressed = Buffer.from('${compressed.toString('base64')}', 'base64');
    export const texts = JSON.parse(brotliDecompressSync(compressed).toString());
  `;
}
