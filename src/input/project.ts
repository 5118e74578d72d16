import { readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import {
  PROJECT_FILES,
  type ProjectFileName,
  ProjectFolder,
  type Surrounding,
} from '../project/project-folder.ts';
import { RepositoryRoots } from './repository-roots.ts';

/** A project file above this many bytes is not read. */
const LARGEST = 1024 * 1024;

/** The project files of the folders that a run meets; each folder is read once. */
export class Project {
  readonly #folders = new Map<string, ProjectFolder | undefined>();
  readonly #roots = new RepositoryRoots();

  /**
   * The folders around a file: its own, and those above it that have project files, up to the root of the git
   * repository. Outside of a repository, up to the folder that was named; for a file that was named, only its own.
   *
   * @param path absolute
   * @param named the absolute path of the folder that was named, undefined where the file was
   */
  surroundingsOf(path: string, named: string | undefined): readonly Surrounding[] {
    const own = dirname(path);
    const root = this.#roots.of(own) ?? named ?? own;
    const surroundings: Surrounding[] = [];
    for (let folder = own; ; folder = dirname(folder)) {
      const known = this.#folderAt(folder);
      if (known !== undefined) {
        surroundings.push({ folder: known, path: relative(folder, path).replaceAll(sep, '/') });
      }
      if (folder === root || folder === dirname(folder)) return surroundings;
    }
  }

  #folderAt(folder: string): ProjectFolder | undefined {
    if (this.#folders.has(folder)) return this.#folders.get(folder);
    const texts = new Map<ProjectFileName, string>();
    for (const name of PROJECT_FILES) {
      const text = readSmallFile(join(folder, name));
      if (text !== undefined) texts.set(name, text);
    }
    const found =
      texts.size === 0
        ? undefined
        : new ProjectFolder(texts, (path) => readSmallFile(join(folder, path)));
    this.#folders.set(folder, found);
    return found;
  }
}

/** The text of a regular file; undefined where there is none, or it cannot be read. */
function readSmallFile(path: string): string | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true && stats.size <= LARGEST
      ? readFileSync(path, 'utf8')
      : undefined;
  } catch {
    return undefined;
  }
}
