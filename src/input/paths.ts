import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { compareBytewise } from './bytewise.ts';
import type { Selection } from './file-selection.ts';
import { type OnProblem, reasonOf } from './problem.ts';
import { type InputFile, walk } from './walk.ts';

/**
 * Finds the files that the arguments of a command line mean: files, folders, patterns. A file that
 * several of them mean is found once.
 *
 * @param paths as given; the current folder where there are none
 * @param cwd that relative paths start from
 * @param selection what is left out; undefined for nothing
 * @returns the files, in the order of the arguments; folders are only read as they are asked for
 */
export async function findFiles(
  paths: readonly string[],
  cwd: string,
  onProblem: OnProblem,
  selection?: Selection,
): Promise<Iterable<InputFile>> {
  if (paths.length === 0) return walk(cwd, '', onProblem, selection?.below(cwd));
  const found: Iterable<InputFile>[] = [];
  for (const path of paths) found.push(await filesOf(path, cwd, onProblem, selection));
  return withoutRepetition(found);
}

async function filesOf(
  path: string,
  cwd: string,
  onProblem: OnProblem,
  selection: Selection | undefined,
): Promise<Iterable<InputFile>> {
  const absolute = resolve(cwd, path);
  try {
    if (!statSync(absolute).isDirectory()) {
      return selection?.leavesOutNamed(absolute) === true
        ? []
        : [{ name: path, path: absolute, top: cwd }];
    }
    const name = path === '/' ? path : path.replace(/[\\/]+$/, '');
    return walk(absolute, name, onProblem, selection?.below(absolute));
  } catch (error) {
    if (isMissing(error) && MAY_BE_PATTERN.test(path)) {
      return filesMatching(path, cwd, onProblem, selection);
    }
    onProblem(path, reasonOf(error));
    return [];
  }
}

const MAY_BE_PATTERN = /[*?[\](){}!]/;

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ENOENT' || error.code === 'ENOTDIR')
  );
}

/** The globber is only loaded where a pattern is given. */
async function filesMatching(
  pattern: string,
  cwd: string,
  onProblem: OnProblem,
  selection: Selection | undefined,
): Promise<readonly InputFile[]> {
  const { default: glob } = await import('fast-glob');
  const ignored = ['.git', 'node_modules'].filter((name) => !pattern.includes(name));
  try {
    const names = await glob(pattern, {
      cwd,
      dot: true,
      followSymbolicLinks: false,
      ignore: ignored.map((name) => `**/${name}/**`),
    });
    if (names.length === 0) onProblem(pattern, 'no file matches this pattern');
    return names
      .sort(compareBytewise)
      .map((name) => ({ name, path: resolve(cwd, name), top: cwd }))
      .filter(({ path }) => selection?.leavesOut(path) !== true);
  } catch (error) {
    onProblem(pattern, reasonOf(error));
    return [];
  }
}

function* withoutRepetition(files: Iterable<Iterable<InputFile>>): Iterable<InputFile> {
  const known = new Set<string>();
  for (const some of files) {
    for (const file of some) {
      if (known.has(file.path)) continue;
      known.add(file.path);
      yield file;
    }
  }
}
