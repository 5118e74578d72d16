import { statSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import {
  PROJECT_FILES,
  type ProjectFileName,
  type ProjectFolder,
  readProjectFolder,
  type Surrounding,
} from '../../sources/project/project-folder.ts';
import { leadsOut } from './leads-out.ts';
import { readRegularFile } from './open-file.ts';
import { RepositoryRoots } from './repository-roots.ts';
import { isWithin } from './within.ts';

/** A project file, or a patch that one names, above this many bytes is not read. */
const LARGEST = 1024 * 1024;

/** The number of bytes of patches that are read for one kustomization. */
const LARGEST_SUM = 4 * LARGEST;

/** The facts about a folder, and the texts that they are from. */
interface KnownFolder {
  readonly facts: ProjectFolder | undefined;
  readonly texts: readonly (string | undefined)[];
}

/** The project files of the folders that a run meets; each folder is read once. */
export class Project {
  readonly #folders = new Map<string, KnownFolder>();
  readonly #roots = new RepositoryRoots();
  readonly #earlier: ReadonlyMap<string, KnownFolder>;

  /** @param earlier the project before some files may have changed. The facts about the same texts are the same objects. */
  constructor(earlier?: Project) {
    this.#earlier = earlier === undefined ? new Map() : earlier.#folders;
  }

  /**
   * The folders around a file that have project files: its own folder and the folders above it, up to the root of the
   * git repository, or otherwise up to a given folder.
   *
   * @param path an absolute path
   * @param top an absolute path. If a file is in no repository, folders above this one are not read.
   */
  surroundingsOf(path: string, top: string): readonly Surrounding[] {
    const own = dirname(path);
    const root = this.#roots.of(own) ?? (isWithin(own, top) ? top : own);
    const surroundings: Surrounding[] = [];
    for (let folder = own; isWithin(folder, root); folder = dirname(folder)) {
      const known = this.#folderAt(folder, root);
      if (known !== undefined) surroundings.push({ folder: known, path: pathFrom(folder, path) });
      if (folder === dirname(folder)) break;
    }
    return surroundings;
  }

  #folderAt(folder: string, root: string): ProjectFolder | undefined {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known.facts;
    const reader = new FolderReader(folder, root);
    const texts = new Map<ProjectFileName, string>();
    for (const name of PROJECT_FILES) {
      const text = reader.read(name);
      if (text !== undefined) texts.set(name, text);
    }
    const facts =
      texts.size === 0
        ? undefined
        : readProjectFolder(folder.replaceAll(sep, '/'), texts, (path) => reader.read(path));
    const before = this.#earlier.get(folder);
    const found =
      before !== undefined && areSame(before.texts, reader.texts)
        ? before
        : { facts, texts: reader.texts };
    this.#folders.set(folder, found);
    return found.facts;
  }
}

function areSame(texts: KnownFolder['texts'], others: KnownFolder['texts']): boolean {
  return texts.length === others.length && texts.every((text, index) => text === others[index]);
}

/** Reads files by their paths from a folder, but none outside of the root of the project. */
class FolderReader {
  readonly #folder: string;
  readonly #root: string;
  /** The texts that were read, in order. */
  readonly texts: (string | undefined)[] = [];
  #left = LARGEST_SUM;

  constructor(folder: string, root: string) {
    this.#folder = folder;
    this.#root = root;
  }

  /** The text of a regular file of a limited size. Undefined if there is none, or it cannot be read. */
  read(path: string): string | undefined {
    const text = this.#read(path);
    this.texts.push(text);
    return text;
  }

  #read(path: string): string | undefined {
    const file = resolve(this.#folder, path);
    if (!isWithin(file, this.#root)) return undefined;
    try {
      if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
      if (!this.#leadsInside(file)) return undefined;
      const read = readRegularFile(file, Math.min(LARGEST, this.#left));
      if (read.kind !== 'content') return undefined;
      this.#left -= read.content.length;
      return new TextDecoder().decode(read.content);
    } catch {
      return undefined;
    }
  }

  /** Reports whether a file is in the project. A folder that a symbolic link leads to belongs to the project too. */
  #leadsInside(file: string): boolean {
    return !leadsOut(file, this.#root) || !leadsOut(file, this.#folder);
  }
}

function pathFrom(folder: string, path: string): string {
  return relative(folder, path).replaceAll(sep, '/');
}
