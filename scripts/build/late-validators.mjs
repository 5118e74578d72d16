import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadSource } from './load-source.mjs';

const DEFINITIONS = 'src/kubernetes/definitions.generated.ts';
const VALIDATORS = 'src/kubernetes/generated/validators.mjs';

/**
 * The validators of the decoder as the command has them: an object only loads those of its kind, which come in the
 * pack of its rules.
 *
 * @param repository the root of the repository
 * @param packsOfKinds the packs that the rules of each kind are in
 * @returns an esbuild plugin, and the entries of what is loaded late: for each the packs that it is for
 */
export async function lateValidators(repository, packsOfKinds) {
  const { definitionTable } = await loadSource(repository, DEFINITIONS);
  const definitions = definitionTable();
  const path = join(repository, VALIDATORS);
  const { validators } = await import(pathToFileURL(path).href);
  const packsOf = new Map(Object.keys(validators).map((name) => [name, new Set()]));
  for (const [kind, pack] of Object.entries(packsOfKinds)) {
    for (const name of reachableFrom(kind, definitions)) packsOf.get(name)?.add(pack);
  }
  const units = new Map();
  for (const [name, packs] of packsOf) {
    const unit = `validators-${[...packs].toSorted().join('-')}`;
    units.set(unit, { packs: [...packs], names: [...(units.get(unit)?.names ?? []), name] });
  }
  const members = [...units].flatMap(([unit, { names }]) =>
    names.map((name) => `${name}: () => loadEntry('${unit}').validators.${name}()`),
  );
  return {
    entries: [...units].map(([name, { packs }]) => ({
      name,
      path: `late-validators:${name}`,
      packs,
    })),
    plugin: {
      name: 'late-validators',
      setup({ onLoad, onResolve }) {
        onLoad({ filter: /\/generated\/validators\.mjs$/ }, () => ({
          contents: `export const validators = { ${members.join()} };`,
        }));
        onResolve({ filter: /^late-validators:/ }, ({ path: unit }) => ({
          path: unit,
          namespace: 'late-validators',
        }));
        onLoad({ filter: /.*/, namespace: 'late-validators' }, ({ path: unit }) => {
          const { names } = units.get(unit.replace('late-validators:', ''));
          const factories = names.map((name) => `${name}: ${validators[name]}`);
          return { contents: `export const validators = { ${factories.join()} };` };
        });
      },
    },
  };
}

/** The definitions of a kind: its own, and those that its fields have. */
function reachableFrom(kind, definitions) {
  const found = new Set([kind]);
  for (const name of found) {
    for (const type of Object.values(definitions[name] ?? {})) {
      for (const [, field] of type.matchAll(/@(\w+)/g)) found.add(field);
    }
  }
  return found;
}
