import { lstatSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { Patterns } from '../../config/patterns.ts';
import { gitConfigValue, TrackedPaths } from './git-index.ts';
import { readSmallText } from './open-file.ts';
import { RepositoryRoots } from './repository-roots.ts';

/**
 * The files that git ignores in one folder. The rules are those of the `.gitignore` files from the folder up to the
 * root of the repository, and of `.git/info/exclude`. Outside of a repository, they are those of the folders that are
 * walked. Tracked files are never ignored.
 */
export class GitIgnore {
  /** The folder that the patterns are for. */
  readonly #folder: string;
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
    this.#folder = folder;
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
    for (let rules: GitIgnore | undefined = this; rules !== undefined; rules = rules.#above) {
      if (rules.#patterns.isEmpty) continue;
      const below = slashed(relative(rules.#folder, path));
      const decided = rules.#patterns.decide(below, isFolder);
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
  /** The folder of git for this working tree; undefined where it does not say that it is. */
  readonly #folder: string | undefined;
  #tracked: TrackedPaths | undefined;

  constructor(root: string) {
    this.#root = root;
    this.#folder = gitFolder(root);
  }

  /** The lines of `info/exclude`. */
  excluded(): readonly string[] {
    const common = this.#commonFolder();
    return common === undefined ? [] : linesIn(readText(join(common, 'info/exclude')));
  }

  /** Reports whether git tracks a file, or a file in a folder. The first call reads the index. */
  tracks(path: string, isFolder: boolean): boolean {
    const common = this.#commonFolder();
    if (this.#folder === undefined || common === undefined) return false;
    this.#tracked ??= new TrackedPaths(this.#folder, common);
    return this.#tracked.has(slashed(relative(this.#root, path)), isFolder);
  }

  #commonFolder(): string | undefined {
    if (this.#folder === undefined) return undefined;
    const common = readText(join(this.#folder, 'commondir'));
    return common === undefined ? this.#folder : resolve(this.#folder, common.trim());
  }
}

/** The lines of the `.gitignore` of a folder. As for git, a symbolic link is none: it may lead anywhere. */
function linesOf(folder: string): readonly string[] {
  const path = join(folder, '.gitignore');
  return isLink(path) ? [] : linesIn(readText(path));
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

function linesIn(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.replace(/^\ufeff/, '').split(/\r?\n/);
}

/** The folders below the root on the way to a folder, the folder itself last. */
function foldersBetween(root: string, folder: string): readonly string[] {
  const names = relative(root, folder)
    .split(sep)
    .filter((name) => name !== '');
  return names.map((_, index) => join(root, ...names.slice(0, index + 1)));
}

/**
 * The folder of git for a working tree. In worktrees and submodules `.git` is a file that names it; anybody can write such a
 * file, so it only counts if the folder names the working tree as well.
 */
function gitFolder(root: string): string | undefined {
  const git = join(root, '.git');
  const link = /^gitdir: (.+)/.exec(readText(git) ?? '')?.[1];
  if (link === undefined) return git;
  const folder = resolve(root, link);
  const worktree = readText(join(folder, 'gitdir'))?.trim();
  if (worktree !== undefined) return resolve(folder, worktree) === git ? folder : undefined;
  const config = readText(join(folder, 'config')) ?? '';
  const submodule = gitConfigValue(config, 'worktree');
  return submodule !== undefined && resolve(folder, submodule) === root ? folder : undefined;
}

/** A file of git above this many bytes is not read. */
const LARGEST = 1024 * 1024;

/** A file that cannot be read has no rules. */
function readText(path: string): string | undefined {
  return readSmallText(path, LARGEST);
}

function slashed(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}
