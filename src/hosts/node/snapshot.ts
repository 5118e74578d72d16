import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { PROJECT_FILES } from '../../sources/project/project-folder.ts';
import type { Git } from './git.ts';
import { MANIFEST_ENDING } from './walk.ts';
import { isWithin } from './within.ts';

/** The number of files that are read from git at a time, to limit the memory. */
const BATCH = 500;

const OTHER_NAMES = new Set<string>([...PROJECT_FILES, '.gitignore']);

/** The manifests of a commit, and the files that show their purpose, in a temporary folder. */
export class Snapshot {
  /** The folder, which is as the root of the repository was. */
  readonly root: string;
  readonly #original: string;

  /** @param named files whose names do not look like manifests, from the root */
  constructor(git: Git, commit: string, named: ReadonlySet<string>) {
    this.#original = git.root;
    this.root = realpathSync(mkdtempSync(join(tmpdir(), 'kubeadmit-')));
    // Marks the root of the repository.
    mkdirSync(join(this.root, '.git'));
    const files = [...git.filesOf(commit)].filter(([path]) => isNeeded(path) || named.has(path));
    for (let start = 0; start < files.length; start += BATCH) {
      const batch = files.slice(start, start + BATCH);
      const contents = git.contentsOf(batch.map(([, id]) => id));
      for (const [index, [path]] of batch.entries()) {
        const content = contents[index];
        const target = join(this.root, path);
        if (content === undefined || !isWithin(target, this.root)) continue;
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, content);
      }
    }
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

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

function isNeeded(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return MANIFEST_ENDING.test(name) || OTHER_NAMES.has(name);
}
