import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compareBytewise } from './bytewise.ts';
import { CONFIG_NAMES } from './config-files.ts';
import { GitIgnore } from './git-ignore.ts';
import { type OnProblem, reasonOf } from './problem.ts';
import { isWithin } from './within.ts';

/** A file to read. */
export interface InputFile {
  /** How reports name it. */
  readonly name: string;
  /** Where it is. */
  readonly path: string;
  /** The absolute path of the folder that was named, or else of the current folder. */
  readonly top: string;
}

type LeavesOut = (path: string, isFolder: boolean) => boolean;

/** The files in folders that are read. */
export const MANIFEST_ENDING = /\.(ya?ml|json)$/;
const PASSED_OVER = new Set<string>(['.git', 'node_modules', ...CONFIG_NAMES]);

/**
 * Finds the manifests in a folder and those below it, in the bytewise order of their paths, while
 * they are asked for. What git ignores is passed over.
 *
 * @param folder absolute
 * @param name how reports name the folder; empty for paths relative to it
 * @param leavesOut what else is passed over, by absolute path
 */
export function* walk(
  folder: string,
  name: string,
  onProblem: OnProblem,
  leavesOut: LeavesOut = () => false,
): Iterable<InputFile> {
  const root = resolveLinks(folder, name, onProblem);
  if (root === undefined) return;
  const walker = new Walker(folder, root, onProblem, leavesOut);
  yield* walker.walk({ path: folder, name, real: root }, undefined);
}

interface Folder {
  readonly path: string;
  readonly name: string;
  /** The path without symbolic links. */
  readonly real: string;
}

interface Entry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly isLink: boolean;
}

class Walker {
  readonly #top: string;
  /** Folders without symbolic links in their paths: the one that is walked, and those that links led to. */
  readonly #entered: string[];
  readonly #onProblem: OnProblem;
  readonly #leavesOut: LeavesOut;

  /**
   * @param top the folder that is walked
   * @param root its path without symbolic links
   */
  constructor(top: string, root: string, onProblem: OnProblem, leavesOut: LeavesOut) {
    this.#top = top;
    this.#entered = [root];
    this.#onProblem = onProblem;
    this.#leavesOut = leavesOut;
  }

  /** @param above what is ignored in the folder above, where that was walked */
  *walk(folder: Folder, above: GitIgnore | undefined): Iterable<InputFile> {
    const dirents = this.#list(folder);
    const names = new Set(dirents.map((dirent) => dirent.name));
    const ignored =
      above === undefined ? GitIgnore.of(folder.path) : above.enter(folder.path, names);
    const entries = dirents
      .flatMap((dirent) => this.#entryOf(folder, dirent, ignored))
      .sort((a, b) => compareBytewise(sortKey(a), sortKey(b)));
    for (const entry of entries) {
      const path = join(folder.path, entry.name);
      const name = nameBelow(folder.name, entry.name);
      if (!entry.isFolder) yield { name, path, top: this.#top };
      else if (!entry.isLink) {
        yield* this.walk({ path, name, real: join(folder.real, entry.name) }, ignored);
      } else {
        const real = this.#linkedFolder(path, name, folder);
        if (real !== undefined) yield* this.walk({ path, name, real }, undefined);
      }
    }
  }

  #list({ path, name }: Folder): readonly Dirent[] {
    try {
      return readdirSync(path, { withFileTypes: true });
    } catch (error) {
      this.#onProblem(name === '' ? '.' : name, reasonOf(error));
      return [];
    }
  }

  /** The entry if it is to be entered or read; none else. */
  #entryOf(folder: Folder, dirent: Dirent, ignored: GitIgnore): readonly Entry[] {
    const { name } = dirent;
    if (PASSED_OVER.has(name)) return [];
    const isLink = dirent.isSymbolicLink();
    const isManifest = MANIFEST_ENDING.test(name);
    if (!isLink && !dirent.isDirectory() && !(dirent.isFile() && isManifest)) return [];
    const path = join(folder.path, name);
    // To git a link is a file, whatever it leads to.
    if (ignored.ignores(path, dirent.isDirectory())) return [];
    if (!isLink) {
      const isFolder = dirent.isDirectory();
      return this.#leavesOut(path, isFolder) ? [] : [{ name, isFolder, isLink }];
    }
    try {
      const target = statSync(path);
      const isFolder = target.isDirectory();
      const isInput = isFolder || (target.isFile() && isManifest);
      return isInput && !this.#leavesOut(path, isFolder) ? [{ name, isFolder, isLink }] : [];
    } catch (error) {
      if (isManifest)
        this.#onProblem(nameBelow(folder.name, name), `${reasonOf(error)} (a symbolic link)`);
      return [];
    }
  }

  /**
   * Where a link to a folder leads, if it is to be followed: not to a folder on the way to the link,
   * nor to one that is met without it, or through another link.
   */
  #linkedFolder(path: string, name: string, folder: Folder): string | undefined {
    const real = resolveLinks(path, name, this.#onProblem);
    if (real === undefined) return undefined;
    if (isWithin(folder.real, real)) {
      this.#onProblem(name, 'a symbolic link to a folder that it lies in, not followed');
      return undefined;
    }
    if (this.#entered.some((entered) => isWithin(real, entered))) return undefined;
    this.#entered.push(real);
    return real;
  }
}

function resolveLinks(path: string, name: string, onProblem: OnProblem): string | undefined {
  try {
    return realpathSync(path);
  } catch (error) {
    onProblem(name, reasonOf(error));
    return undefined;
  }
}

function nameBelow(folder: string, name: string): string {
  return folder === '' || folder.endsWith('/') ? `${folder}${name}` : `${folder}/${name}`;
}

/** What stands in a folder's place when whole paths are compared. */
function sortKey({ name, isFolder }: Entry): string {
  return isFolder ? `${name}/` : name;
}
