import { join } from 'node:path';
import { matchesSegment } from '../../../../sources/project/glob.ts';
import { normalizePath } from '../../../../sources/project/normalize-path.ts';
import { entriesOf, type FolderEntry } from '../../disk/folder-entries.ts';
import type { WorkLimit } from './work-limit.ts';

/** The work of reading an entry of a folder, in characters that could be compared in the same time. */
const ENTRY = 100;

/**
 * Finds the folders and files of a repository that generators of ApplicationSets name. Symbolic links are not followed.
 */
export class RepositoryPaths {
  readonly #root: string;
  readonly #work: WorkLimit;

  /** @param root the absolute path of the repository, which paths start from */
  constructor(root: string, work: WorkLimit) {
    this.#root = root;
    this.#work = work;
  }

  /**
   * The folders that a pattern matches; none that is hidden. A `*` is within a name.
   *
   * Source: `GetGitDirectories` of github.com/argoproj/argo-cd/reposerver/repository
   */
  foldersLike(pattern: string): readonly string[] {
    let found = [''];
    for (const segment of pattern.split('/')) {
      found = found.flatMap((path) =>
        this.#entriesOf(path, segment)
          .filter(({ name, kind }) => kind === 'folder' && !name.startsWith('.'))
          .flatMap(({ name }) => (matchesSegment(segment, name) ? [below(path, name)] : [])),
      );
    }
    return found;
  }

  /** The files that a pattern matches as git does: a `*` may be any number of folders. */
  filesLike(pattern: string): readonly string[] {
    const wanted = normalizePath(pattern);
    const fixed = wanted.slice(0, /[*?]|$/.exec(wanted)?.index);
    const start = fixed.slice(0, fixed.lastIndexOf('/') + 1);
    const found: string[] = [];
    const open = [''];
    for (const path of open) {
      for (const { name, kind } of this.#entriesOf(path, wanted)) {
        const own = below(path, name);
        const isOnWay = own.startsWith(start) || start.startsWith(`${own}/`);
        if (kind === 'folder' && isOnWay && name !== '.git') open.push(own);
        if (kind === 'file' && matchesSegment(wanted, own)) found.push(own);
      }
    }
    return found;
  }

  #entriesOf(path: string, pattern: string): readonly FolderEntry[] {
    const entries = readableEntries(join(this.#root, path));
    this.#work.spend(entries.length * (ENTRY + pattern.length));
    return entries;
  }
}

/** The entries of a folder; none if it cannot be read. */
function readableEntries(folder: string): readonly FolderEntry[] {
  try {
    return entriesOf(folder);
  } catch {
    return [];
  }
}

function below(path: string, name: string): string {
  return path === '' ? name : `${path}/${name}`;
}
