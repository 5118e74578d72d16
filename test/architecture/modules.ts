import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** An import or re-export of a module, at the start or when it is needed. */
interface Import {
  /** A path from the root of the repository; of a package or of Node, its name. */
  readonly target: string;
  /** True if the import does not exist at run time. */
  readonly isTypeOnly: boolean;
}

const repository = join(import.meta.dirname, '../..');

const IMPORT =
  /^(?:import|export)\b([^'"]*?)from '([^']+)';|^import '([^']+)';|\bimport\('([^']+)'\)/gm;

/** The modules of `src/` and `rules/` with what each imports, by their paths from the root of the repository. */
export const modules: ReadonlyMap<string, readonly Import[]> = new Map(
  ['src', 'rules'].flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => posix.join(folder, path.replaceAll('\\', '/')))
      .filter((path) => path.endsWith('.ts'))
      .map((path) => [path, importsOf(path)] as const),
  ),
);

function importsOf(path: string): readonly Import[] {
  const text = readFileSync(join(repository, path), 'utf8');
  return [...text.matchAll(IMPORT)].map(([, names = '', from, alone, late]) => {
    const name = from ?? alone ?? late ?? '';
    return {
      target: name.startsWith('.') ? posix.join(posix.dirname(path), name) : name,
      isTypeOnly: /^ type\b/.test(names) || /^ \{(?:\s*type \w+(?: as \w+)?,?)+\s*\}/.test(names),
    };
  });
}

/** The groups of modules that import each other, directly or through others. */
export function cycles(): readonly (readonly string[])[] {
  const reached = new Map([...modules.keys()].map((path) => [path, reachedFrom(path, () => true)]));
  const groups = new Map<string, readonly string[]>();
  for (const [path, targets] of reached) {
    if (!targets.has(path)) continue;
    const group = [...targets].filter((target) => reached.get(target)?.has(path)).sort();
    groups.set(group.join(), group);
  }
  return [...groups.values()];
}

/**
 * All modules that a module imports, directly or through others. The module itself is only included if it is in a
 * cycle.
 *
 * @param follows reports whether an import counts
 */
export function reachedFrom(path: string, follows: (one: Import) => boolean): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (module: string) => {
    for (const imported of modules.get(module) ?? []) {
      if (follows(imported) && modules.has(imported.target)) found.add(imported.target);
    }
  };
  add(path);
  for (const module of found) add(module);
  return found;
}
