import { realpathSync, type Stats, statSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { compareCodePoints } from '../../base/compare.ts';
import { mayBeClusterTemplate } from '../../sources/project/cluster-config.ts';
import { CONFIG_NAMES } from './config-files.ts';
import { entriesOf, type FolderEntry } from './disk/folder-entries.ts';
import type { FilePath } from './disk/open-file.ts';
import { isDangling, reasonOf } from './disk/problem.ts';
import type { Reading } from './disk/reading.ts';
import { isWithin } from './disk/within.ts';
import { GitIgnore } from './git/git-ignore.ts';

export interface InputFile {
  /** The name in reports. */
  readonly name: string;
  /** The path of the file. Bytes that are not UTF-8 are escaped. */
  readonly path: string;
  /** The path in the file system, if it differs. */
  readonly rawPath?: Buffer;
  /** The absolute path of the folder that was named, or else of the current folder. */
  readonly top: string;
  /** True if the file itself was named, and not a folder or a pattern. */
  readonly isNamed: boolean;
}

type LeavesOut = (path: string, isFolder: boolean) => boolean;

/** The files in folders that are read. */
export const MANIFEST_ENDING = /\.(ya?ml|json)$/;

/**
 * Entries that are read only if they are named themselves: folders of git and of dependencies, kept CRDs, and the
 * configuration.
 */
const PASSED_OVER = new Set<string>([
  '.git',
  '.kubeadmit',
  'Godeps',
  'node_modules',
  'vendor',
  ...CONFIG_NAMES,
]);

/** Reports whether a folder has copies of modules of Go, by their paths: `deps/github.com/example/shop/`. */
const hasDependencies = (folder: string, names: ReadonlySet<string>) =>
  basename(folder) === 'deps' && names.has('github.com');

/** The folders of the kernel. Their entries are not real files, and there may be an unlimited number of them. */
const KERNEL_FOLDERS: ReadonlySet<string> = new Set(['/dev', '/proc', '/sys']);

/** The files that are searched in folders in addition to manifests. */
interface WalkOptions {
  /** The paths without symbolic links of all folders that were named. */
  readonly namedFolders: readonly string[];
  /** Reports whether an absolute path is excluded. */
  readonly leavesOut?: LeavesOut | undefined;
}

/**
 * Finds the manifests in a folder and those below it, in the bytewise order of their paths, when they are needed. Files
 * that git ignores are skipped.
 *
 * @param folder an absolute path
 * @param name the name of the folder in reports; empty for paths relative to it
 */
export function* walk(
  folder: string,
  name: string,
  reading: Reading,
  options: WalkOptions,
): Iterable<InputFile> {
  const root = realPath(folder, name, reading);
  if (root === undefined) return;
  const walker = new Walker(folder, root, reading, options);
  yield* walker.walk({ path: folder, rawPath: folder, name, real: root }, undefined);
}

interface Folder {
  readonly path: string;
  /** The path as the file system has it. */
  readonly rawPath: FilePath;
  readonly name: string;
  /** The path without symbolic links. */
  readonly real: string;
}

interface Entry {
  readonly name: string;
  readonly rawPath: FilePath;
  readonly isFolder: boolean;
  /** The target of a symbolic link, as a path without symbolic links. */
  readonly target: string | undefined;
}

class Walker {
  readonly #top: string;
  /**
   * The folders that were entered, as paths without symbolic links: the folder that is walked, and the targets of
   * links.
   */
  readonly #entered: string[];
  readonly #reading: Reading;
  readonly #namedFolders: readonly string[];
  readonly #leavesOut: LeavesOut;

  /**
   * @param top the folder that is walked
   * @param root its path without symbolic links
   */
  constructor(
    top: string,
    root: string,
    reading: Reading,
    { namedFolders, leavesOut = () => false }: WalkOptions,
  ) {
    this.#top = top;
    this.#entered = [root];
    this.#reading = reading;
    this.#namedFolders = namedFolders;
    this.#leavesOut = leavesOut;
  }

  /** @param above the rules of the folder above for ignored files, if that folder was walked */
  *walk(folder: Folder, above: GitIgnore | undefined): Iterable<InputFile> {
    const found = this.#list(folder);
    const names = new Set(found.map((entry) => entry.name));
    if (above !== undefined && hasDependencies(folder.path, names)) return;
    const ignored =
      above === undefined ? GitIgnore.of(folder.path) : above.enter(folder.path, names);
    const entries = found
      .flatMap((entry) => this.#entryOf(folder, entry, ignored))
      .sort((a, b) => compareCodePoints(sortKey(a), sortKey(b)));
    for (const entry of entries) {
      const path = join(folder.path, entry.name);
      const name = nameBelow(folder.name, entry.name);
      const { rawPath } = entry;
      if (!entry.isFolder) {
        const raw = typeof rawPath === 'string' ? {} : { rawPath };
        yield { name, path, top: this.#top, isNamed: false, ...raw };
      } else if (entry.target === undefined) {
        const real = join(folder.real, entry.name);
        if (KERNEL_FOLDERS.has(real)) this.#reading.skipped.add('special', name);
        else yield* this.walk({ path, rawPath, name, real }, ignored);
      } else {
        const real = this.#linkedFolder(entry.target, name, folder);
        if (real !== undefined) yield* this.walk({ path, rawPath, name, real }, undefined);
      }
    }
  }

  #list({ rawPath, name }: Folder): readonly FolderEntry[] {
    try {
      return entriesOf(rawPath);
    } catch (error) {
      this.#reading.onProblem(name === '' ? '.' : name, reasonOf(error));
      return [];
    }
  }

  /** The entry if it is to be entered or read; none else. */
  #entryOf(folder: Folder, entry: FolderEntry, ignored: GitIgnore): readonly Entry[] {
    const { name, rawPath, kind } = entry;
    if (PASSED_OVER.has(name)) return [];
    const isFolder = kind === 'folder';
    const path = join(folder.path, name);
    if (!isFolder && kind !== 'link' && !MANIFEST_ENDING.test(name)) {
      const { clusterTemplates } = this.#reading;
      if (clusterTemplates && kind === 'file' && mayBeClusterTemplate(path.replaceAll(sep, '/'))) {
        const shown = nameBelow(folder.name, name);
        if (!ignored.ignores(path, false) && !this.#leavesOut(path, false))
          clusterTemplates.push({ name: shown, path });
      }
      return [];
    }
    // Git treats a link as a file, even if its target is a folder.
    if (ignored.ignores(path, isFolder)) return [];
    if (kind === 'link') return this.#entryOfLink(folder, entry);
    if (this.#leavesOut(path, isFolder)) return [];
    if (kind === 'special') {
      this.#reading.skipped.add('special', nameBelow(folder.name, name));
      return [];
    }
    return [{ name, rawPath, isFolder, target: undefined }];
  }

  /** The entry of a symbolic link, unless it leads out of the named folders. */
  #entryOfLink(folder: Folder, { name, rawPath }: FolderEntry): readonly Entry[] {
    const isManifest = MANIFEST_ENDING.test(name);
    const { followsLinks, onProblem, skipped } = this.#reading;
    const shown = nameBelow(folder.name, name);
    let target: Stats;
    let real: string;
    try {
      target = statSync(rawPath);
      real = realpathSync(rawPath);
    } catch (error) {
      if (!isManifest) return [];
      // Git keeps such links, and they may lead to files that are made later. The other files are what is checked.
      if (isDangling(error)) skipped.add('dangling', shown);
      else onProblem(shown, `${reasonOf(error)} (a symbolic link)`);
      return [];
    }
    const isFolder = target.isDirectory();
    if (!isFolder && !isManifest) return [];
    if (this.#leavesOut(join(folder.path, name), isFolder)) return [];
    const leadsOut = !this.#namedFolders.some((named) => isWithin(real, named));
    if (leadsOut && !followsLinks) skipped.add('link', shown);
    else if (!isFolder && !target.isFile()) skipped.add('special', shown);
    else return [{ name, rawPath, isFolder, target: real }];
    return [];
  }

  /**
   * The target of a link to a folder, if it is to be followed. A link to a folder on the way to the link is not
   * followed, nor a link to a folder that is reached without it or through another link.
   */
  #linkedFolder(real: string, name: string, folder: Folder): string | undefined {
    if (this.#entered.some((entered) => isWithin(real, entered))) return undefined;
    if (isWithin(folder.real, real)) {
      const problem = 'a symbolic link to a folder that it lies in, not followed';
      this.#reading.onProblem(name, problem);
      return undefined;
    }
    this.#entered.push(real);
    return real;
  }
}

/** A path without symbolic links. Undefined if there is none, which is reported. */
export function realPath(path: string, name: string, { onProblem }: Reading): string | undefined {
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

/** The text that represents a folder when whole paths are compared. */
function sortKey({ name, isFolder }: Entry): string {
  return isFolder ? `${name}/` : name;
}
