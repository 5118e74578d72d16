import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { compareCodePoints } from '../../base/compare.ts';
import { isFolder } from './disk/disk.ts';
import { entriesOf, type FolderEntry } from './disk/folder-entries.ts';
import { linkProblem } from './disk/leads-out.ts';
import { reasonOf } from './disk/problem.ts';
import type { Reading } from './disk/reading.ts';
import { isWithin } from './disk/within.ts';
import type { Selection } from './file-selection.ts';
import { type InputFile, realPath, walk } from './walk.ts';

/**
 * Finds the files that the arguments of a command line name: files, folders, patterns. A file that several of them name
 * is found once.
 *
 * @param paths the arguments; the current folder if there are none
 * @param selection the exclusions; undefined for none
 * @returns the files, in the order of the arguments. Folders are only read when they are needed.
 */
export async function findFiles(
  paths: readonly string[],
  reading: Reading,
  selection?: Selection,
): Promise<Iterable<InputFile>> {
  const { cwd } = reading;
  const search = new Search(paths.length === 0 ? [cwd] : paths, reading, selection);
  if (paths.length === 0) return search.folder(cwd, '');
  const found: Iterable<InputFile>[] = [];
  for (const path of paths) found.push(await search.path(path));
  return withoutRepetition(found);
}

/** The beginning of the names of files in a folder. For the current folder it is empty. */
function shownFolder(path: string): string {
  const name = path === '/' ? path : path.replace(/(?<![\\/])[\\/]+$/, '');
  return name === '.' ? '' : name;
}

const MAY_BE_PATTERN = /[*?[\](){}!]/;

/** Reports whether a path that does not exist may be a pattern. */
export function mayBePattern(path: string): boolean {
  return MAY_BE_PATTERN.test(path);
}

/** A search for the files that some paths name. */
class Search {
  readonly #reading: Reading;
  readonly #selection: Selection | undefined;
  readonly #namedFolders: readonly string[];

  constructor(paths: readonly string[], reading: Reading, selection: Selection | undefined) {
    this.#reading = reading;
    this.#selection = selection;
    this.#namedFolders = paths.flatMap((path) => {
      const folder = resolve(reading.cwd, folderOfPattern(path));
      if (!isFolder(folder) || this.#linkProblem(folder) !== undefined) return [];
      return realPath(folder, path, reading) ?? [];
    });
  }

  /** The files that a path, or a pattern, means. */
  async path(path: string): Promise<Iterable<InputFile>> {
    const { cwd, onProblem } = this.#reading;
    const absolute = resolve(cwd, path);
    try {
      const isDirectory = statSync(absolute).isDirectory();
      const problem = this.#linkProblem(path);
      if (problem !== undefined) {
        onProblem(path, `${problem}; name what it leads to`);
        return [];
      }
      if (!isDirectory) return this.#named(path, absolute);
      return this.folder(absolute, shownFolder(path));
    } catch (error) {
      const entry = isMissing(error) ? entryOfLossyName(absolute) : undefined;
      if (entry !== undefined) return this.#named(path, absolute, entry);
      if (isMissing(error) && mayBePattern(path)) return this.#matching(path);
      onProblem(path, reasonOf(error));
      return [];
    }
  }

  #linkProblem(path: string): string | undefined {
    const { cwd, followsLinks } = this.#reading;
    return followsLinks || hasNoLink(resolve(cwd, path)) ? undefined : linkProblem(path, cwd);
  }

  folder(absolute: string, name: string): Iterable<InputFile> {
    return walk(absolute, name, this.#reading, {
      namedFolders: this.#namedFolders,
      leavesOut: this.#selection?.below(absolute),
    });
  }

  #named(name: string, path: string, entry?: FolderEntry): readonly InputFile[] {
    if (this.#selection?.leavesOutNamed(path) === true) return [];
    return [withRawPath({ name, path, top: this.#reading.cwd, isNamed: true }, entry)];
  }

  /** The files that match a pattern. The globber is only loaded where one is given. */
  async #matching(pattern: string): Promise<readonly InputFile[]> {
    const { cwd, onProblem } = this.#reading;
    const problem = patternProblem(pattern);
    if (problem !== undefined) {
      onProblem(pattern, problem);
      return [];
    }
    const { default: glob } = await import('fast-glob');
    const ignored = ['.git', 'node_modules', 'vendor'].filter((name) => !pattern.includes(name));
    const options = {
      cwd,
      dot: true,
      onlyFiles: false,
      objectMode: true as const,
      followSymbolicLinks: false,
      ignore: ignored.map((name) => `**/${name}/**`),
    };
    try {
      // Braces can contain `..`, and a part before a wildcard can be a symbolic link.
      const outside = glob
        .generateTasks(pattern, options)
        .find(({ base }) => !this.#isInNamedFolder(resolve(cwd, base)));
      if (outside !== undefined) {
        onProblem(pattern, `the pattern leads to another folder: ${outside.base}`);
        return [];
      }
      const entries = await glob(pattern, options);
      const files = entries
        .filter(({ dirent }) => !dirent.isDirectory())
        .map(({ path: name, dirent }) => ({ name, path: resolve(cwd, name), dirent }));
      if (files.length === 0) onProblem(pattern, 'no file matches this pattern');
      return files
        .sort((a, b) => compareCodePoints(a.name, b.name))
        .filter(({ path }) => this.#selection?.leavesOut(path) !== true)
        .filter(({ name, path, dirent }) => this.#follows(name, path, dirent.isSymbolicLink()))
        .map(({ name, path }) =>
          withRawPath({ name, path, top: cwd, isNamed: false }, entryOfLossyName(path)),
        );
    } catch (error) {
      onProblem(pattern, reasonOf(error));
      return [];
    }
  }

  /** Reports whether the folder in which the matches of a pattern are searched is in a folder that was named. */
  #isInNamedFolder(base: string): boolean {
    if (this.#reading.followsLinks) return true;
    // A folder that does not exist has no matches.
    const real = isFolder(base) ? realPath(base, base, this.#reading) : undefined;
    return real === undefined || this.#namedFolders.some((folder) => isWithin(real, folder));
  }

  /**
   * Reports whether a path that matches a pattern is read. It must lead to a file, and no symbolic link on the way may
   * lead out of the named folders.
   */
  #follows(name: string, path: string, isLink: boolean): boolean {
    const { followsLinks, skipped } = this.#reading;
    if (isLink && isFolder(path)) return false;
    const real = realPath(isLink ? path : dirname(path), name, this.#reading);
    if (real === undefined) return false;
    if (followsLinks || this.#namedFolders.some((folder) => isWithin(real, folder))) return true;
    skipped.add('link', name);
    return false;
  }
}

/** The folder that a path names; of a pattern, the one that all that it matches is in. */
export function folderOfPattern(path: string): string {
  const special = path.search(MAY_BE_PATTERN);
  return special < 0 || isFolder(path) ? path : dirname(`${path.slice(0, special)}x`);
}

/** The most stars in one part of a pattern, and the most parts `**`. Comparing with more takes very long. */
const MOST_STARS = 3;
/** The most patterns into which the braces of a pattern are expanded. */
const MOST_ALTERNATIVES = 1000;

/** The reason for which a pattern is not used. Undefined if it is. */
function patternProblem(pattern: string): string | undefined {
  const parts = pattern.split('/');
  const tooMany = parts.some((part) => part !== '**' && part.split(/\*+/).length - 1 > MOST_STARS);
  if (tooMany || parts.filter((part) => part === '**').length > MOST_STARS) {
    return `a pattern can have ${MOST_STARS} * in each part, and ${MOST_STARS} **; name a folder instead`;
  }
  const isNested = /\([^()]*[(*+]/.test(pattern.replace(/[@?!+*]\(/g, '('));
  if (isNested) return 'a pattern in parentheses can have no *, and no other parentheses';
  return alternativesIn(pattern) > MOST_ALTERNATIVES
    ? `the braces of a pattern can have ${MOST_ALTERNATIVES} combinations; name a folder instead`
    : undefined;
}

/** The largest number of patterns into which braces can be expanded. Each group multiplies the number by its items. */
function alternativesIn(pattern: string): number {
  const groups = pattern.split('{').slice(1);
  return groups.reduce((product, group) => {
    const [, first, last] = /^(-?\d+)\.\.(-?\d+)/.exec(group) ?? [];
    const range = first === undefined ? 1 : Math.abs(Number(last) - Number(first)) + 1;
    return product * Math.max(group.split(',').length, range);
  }, 1);
}

/** Reports whether no symbolic link is on the way to a path. This is faster than looking for repositories around it. */
function hasNoLink(path: string): boolean {
  return realpathSync.native(path) === path;
}

/**
 * The entry of a folder under a name that is not UTF-8. Node replaces its bytes by U+FFFD in arguments. Undefined if
 * there is no such file, or more than one.
 */
function entryOfLossyName(path: string): FolderEntry | undefined {
  const name = basename(path);
  if (!name.includes('\ufffd')) return undefined;
  try {
    const found = entriesOf(dirname(path)).filter(
      ({ rawPath }) => Buffer.isBuffer(rawPath) && basename(rawPath.toString()) === name,
    );
    return found.length === 1 ? found[0] : undefined;
  } catch {
    return undefined;
  }
}

/** A file under the name that its folder has it under, if that is not UTF-8. */
function withRawPath(file: InputFile, entry: FolderEntry | undefined): InputFile {
  if (entry === undefined || typeof entry.rawPath === 'string') return file;
  const { name, rawPath } = entry;
  const renamed = (path: string) => path.slice(0, path.length - basename(path).length) + name;
  return { ...file, name: renamed(file.name), path: renamed(file.path), rawPath };
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ENOENT' || error.code === 'ENOTDIR')
  );
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
