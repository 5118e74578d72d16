import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The roots of the git repositories that a run meets; each folder is looked at once. */
export class RepositoryRoots {
  readonly #known = new Map<string, string | undefined>();

  /**
   * The root of the repository that a folder is in. Undefined if it is in none.
   *
   * @param folder an absolute path
   */
  of(folder: string): string | undefined {
    if (this.#known.has(folder)) return this.#known.get(folder);
    const above = dirname(folder);
    const root = exists(join(folder, '.git'))
      ? folder
      : above === folder
        ? undefined
        : this.of(above);
    this.#known.set(folder, root);
    return root;
  }

  /** The root of the repository around all others that a folder is in. */
  outermostOf(folder: string): string | undefined {
    const root = this.of(folder);
    const above = root === undefined ? folder : dirname(root);
    return root === undefined || above === root ? root : (this.outermostOf(above) ?? root);
  }
}

/** Reports whether a path exists. The entries of a folder that cannot be searched do not count. */
function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
