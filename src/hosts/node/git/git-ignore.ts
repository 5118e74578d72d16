import { join, relative, sep } from 'node:path';
import { Patterns } from '../../../config/patterns.ts';
import { Steps } from '../../../config/wildmatch.ts';
import { readSmallText } from '../disk/open-file.ts';
import { RepositoryRoots } from '../disk/repository-roots.ts';
import { type GitFolder, gitFolderOf, isLink } from './git-folder.ts';
import { TrackedPaths } from './git-index.ts';

/**
 * The files that git ignores in one folder. The rules are those of the `.gitignore` files from the folder up to the
 * root of the repository, and of `.git/info/exclude`. Outside of a repository, they are those of the folders that are
 * walked. Tracked files are never ignored.
 */
export class GitIgnore {
  /** The number of parts of the path of the folder. */
  readonly #depth: number;
  readonly #patterns: Patterns;
  /** The rules of the folder above, which hold if no pattern matches. */
  readonly #above: GitIgnore | undefined;
  readonly #repository: Repository | undefined;
  /** True if the folder itself is ignored, so that only tracked files in it count. */
  readonly #isIgnored: boolean;

  private constructor(
    folder: string,
    lines: readonly string[],
    above: GitIgnore | undefined,
    { repository, isIgnored = false }: Partial<State> = {},
  ) {
    this.#depth = partsOf(folder).length;
    this.#patterns = new Patterns(lines);
    this.#above = above;
    this.#repository = repository ?? (above === undefined ? undefined : above.#repository);
    this.#isIgnored = isIgnored;
  }

  /** The rules for the contents of a folder, independent of the rules for the folder itself. */
  static of(folder: string): GitIgnore {
    const root = new RepositoryRoots().of(folder);
    if (root === undefined) return new GitIgnore(folder, linesOf(folder), undefined);
    let rules = GitIgnore.#atRoot(root);
    for (const step of foldersBetween(root, folder)) {
      // A folder that the command line names is read even if it is ignored. The rules that ignore it must not apply
      // to its content.
      const above = rules.#matches(step, true) ? undefined : rules;
      rules = new GitIgnore(step, linesOf(step), above, { repository: rules.#repository });
    }
    return rules;
  }

  /** The rules that hold in a folder below the one of these. */
  enter(folder: string, names: ReadonlySet<string>): GitIgnore {
    if (names.has('.git')) return GitIgnore.#atRoot(folder);
    const isIgnored = this.#isIgnored || this.#matches(folder, true);
    if (isIgnored)
      return new GitIgnore(folder, [], undefined, { repository: this.#repository, isIgnored });
    return names.has('.gitignore') ? new GitIgnore(folder, linesOf(folder), this) : this;
  }

  /** Reports whether a file or folder is ignored. The folder above it is not ignored, or has tracked files. */
  ignores(path: string, isFolder: boolean): boolean {
    if (!this.#isIgnored && !this.#matches(path, isFolder)) return false;
    return this.#repository?.tracks(path, isFolder) !== true;
  }

  #matches(path: string, isFolder: boolean): boolean {
    const parts = partsOf(path);
    const steps = new Steps();
    for (let rules: GitIgnore | undefined = this; rules !== undefined; rules = rules.#above) {
      const decided = rules.#patterns.decide(parts, isFolder, steps, rules.#depth);
      if (decided !== undefined) return decided;
    }
    return false;
  }

  static #atRoot(root: string): GitIgnore {
    const repository = new Repository(root);
    const lines = [...repository.excluded(), ...linesOf(root)];
    return new GitIgnore(root, lines, undefined, { repository });
  }
}

interface State {
  readonly repository: Repository | undefined;
  readonly isIgnored: boolean;
}

/** The files of git about a working tree. */
class Repository {
  readonly #root: string;
  /** Undefined where the folder of git does not say that it is for this working tree. */
  readonly #folder: GitFolder | undefined;
  #tracked: TrackedPaths | undefined;

  constructor(root: string) {
    this.#root = root;
    this.#folder = gitFolderOf(root);
  }

  /** The lines of `info/exclude`. */
  excluded(): readonly string[] {
    return this.#folder === undefined
      ? []
      : linesIn(readSmallText(join(this.#folder.common, 'info/exclude')));
  }

  /** Reports whether git tracks a file, or a file in a folder. The first call reads the index. */
  tracks(path: string, isFolder: boolean): boolean {
    if (this.#folder === undefined) return false;
    this.#tracked ??= new TrackedPaths(this.#folder);
    return this.#tracked.has(slashed(relative(this.#root, path)), isFolder);
  }
}

/** The lines of the `.gitignore` of a folder. As for git, a symbolic link is none: it may lead anywhere. */
function linesOf(folder: string): readonly string[] {
  const path = join(folder, '.gitignore');
  return isLink(path) ? [] : linesIn(readSmallText(path));
}

function linesIn(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.replace(/^\ufeff/, '').split(/\r?\n/);
}

/** The folders below the root on the way to a folder, the folder itself last. */
function foldersBetween(root: string, folder: string): readonly string[] {
  const names = partsOf(relative(root, folder));
  return names.map((_, index) => join(root, ...names.slice(0, index + 1)));
}

function partsOf(path: string): readonly string[] {
  return path.split(sep).filter((name) => name !== '');
}

function slashed(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}
