import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { indexBy } from '../../base/index-by.ts';
import { PROJECT_FILES } from '../../sources/project/project-folder.ts';
import { CRD_LOCK } from './crds/crd-store.ts';
import { DEFAULT_MAX_FILE_SIZE } from './disk/reading.ts';
import { pendingSignals, useTemporaryFolder } from './disk/temporary-folder.ts';
import type { UnpackLimit } from './disk/unpack-limit.ts';
import { isWithin } from './disk/within.ts';
import type { Git } from './git/git.ts';
import { MANIFEST_ENDING } from './walk.ts';

/** The number of files that are written between two moments at which signals are handled. */
const FILES_BETWEEN_SIGNALS = 500;

const OTHER_NAMES = new Set<string>(PROJECT_FILES);

/** Reports whether a file of a commit is a manifest by its name, a project file, or the lock of kept CRDs. */
export function isInSnapshot(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return MANIFEST_ENDING.test(name) || OTHER_NAMES.has(name) || `/${path}`.endsWith(`/${CRD_LOCK}`);
}

/** The files of a commit in a temporary folder. */
export class Snapshot {
  /** The folder, which is as the root of the repository was. */
  readonly root: string;
  readonly #original: string;

  private constructor(git: Git, root: string) {
    this.root = root;
    this.#original = git.root;
  }

  /**
   * Uses the files of a commit in a folder, which is removed after that, and where the process is interrupted.
   *
   * @param files from the root, with the ids of their contents
   * @throws GitProblem, and UnpackProblem where the limit is reached
   */
  static async use<T>(
    git: Git,
    files: ReadonlyMap<string, string>,
    limit: UnpackLimit,
    use: (snapshot: Snapshot) => Promise<T>,
  ): Promise<T> {
    return useTemporaryFolder(async ({ path }) => {
      const snapshot = new Snapshot(git, path);
      await snapshot.#write(git, files, limit);
      return use(snapshot);
    });
  }

  /** The path in the snapshot of a path of the repository. Undefined for a path outside of the repository. */
  pathOf(original: string): string | undefined {
    return isWithin(original, this.#original)
      ? join(this.root, relative(this.#original, original))
      : undefined;
  }

  /** The path in the repository of a path of the snapshot. */
  originalOf(path: string): string {
    return join(this.#original, relative(this.root, path));
  }

  async #write(git: Git, files: ReadonlyMap<string, string>, limit: UnpackLimit): Promise<void> {
    // Marks the root of the repository.
    mkdirSync(join(this.root, '.git'));
    const filesById = indexBy(files, ([, id]) => [id]);
    let written = 0;
    for (const [id, content] of git.contentsOf(filesById.keys(), DEFAULT_MAX_FILE_SIZE)) {
      for (const [path] of filesById.get(id) ?? []) {
        limit.take(content.length);
        const target = join(this.root, path);
        if (!isWithin(target, this.root)) continue;
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, content);
        if (++written % FILES_BETWEEN_SIGNALS === 0) await pendingSignals();
      }
    }
  }
}
