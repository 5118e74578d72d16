import { join, relative, resolve, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { readSmallText } from './open-file.ts';
import { RepositoryRoots } from './repository-roots.ts';

/**
 * The files that git ignores in one folder, by the `.gitignore` files of the folder and the folders above it up to the
 * root of the repository, and by `.git/info/exclude`. Outside of a repository, the files of the folders that are walked
 * count.
 */
export class GitIgnore {
  /** Folder that the paths below are relative to: the root of the repository. */
  readonly #root: string;
  readonly #rules: Ignore;

  private constructor(root: string, rules: Ignore) {
    this.#root = root;
    this.#rules = rules;
  }

  /** The rules for the contents of a folder, independent of the rules for the folder itself. */
  static of(folder: string): GitIgnore {
    const root = new RepositoryRoots().of(folder);
    if (root === undefined) return new GitIgnore(folder, newRules()).#withFileOf(folder);
    let rules = GitIgnore.#atRoot(root);
    for (const step of foldersBetween(root, folder)) {
      // A folder that is named on the command line is read even if it is ignored. None of the rules that ignore it may
      // apply to its contents.
      if (rules.ignores(step, true)) rules = new GitIgnore(step, newRules());
      rules = rules.#withFileOf(step);
    }
    return rules;
  }

  /** The rules that hold in a folder below the one of these. */
  enter(folder: string, names: ReadonlySet<string>): GitIgnore {
    if (names.has('.git')) return GitIgnore.#atRoot(folder);
    return names.has('.gitignore') ? this.#withFileOf(folder) : this;
  }

  /** Reports whether a file or folder is ignored, given that the folder around it is not. */
  ignores(path: string, isFolder: boolean): boolean {
    const below = slashed(relative(this.#root, path));
    return this.#rules.ignores(isFolder ? `${below}/` : below);
  }

  static #atRoot(root: string): GitIgnore {
    const rules = newRules();
    const exclude = readText(join(gitFolder(root), 'info/exclude'));
    if (exclude !== undefined) rules.add(exclude);
    return new GitIgnore(root, rules).#withFileOf(root);
  }

  #withFileOf(folder: string): GitIgnore {
    const text = readText(join(folder, '.gitignore'));
    if (text === undefined) return this;
    const below = slashed(relative(this.#root, folder));
    const rules = newRules().add(this.#rules).add(patternsBelow(below, text));
    return new GitIgnore(this.#root, rules);
  }
}

function newRules(): Ignore {
  return ignore({ ignorecase: false });
}

/**
 * The patterns of a `.gitignore` in a folder, as they would be written at the root. With all of them
 * in one list, the last that matches decides, as gitignore(5) has it.
 */
function patternsBelow(folder: string, text: string): string[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  if (folder === '') return lines;
  const prefix = `/${folder.replace(/[\\*?[\]]/g, '\\$&')}`;
  return lines.flatMap((line) => {
    if (line.trim() === '' || line.startsWith('#')) return [];
    const negation = line.startsWith('!') ? '!' : '';
    const pattern = line.slice(negation.length).replace(/^\\([#!])/, '$1');
    // A slash at the start or in the middle ties a pattern to the folder of the file.
    const isTied = pattern.trimEnd().replace(/\/$/, '').includes('/');
    const tied = isTied ? `/${pattern.replace(/^\//, '')}` : `/**/${pattern}`;
    return [`${negation}${prefix}${tied}`];
  });
}

/** The folders below the root on the way to a folder, the folder itself last. */
function foldersBetween(root: string, folder: string): readonly string[] {
  const names = relative(root, folder)
    .split(sep)
    .filter((name) => name !== '');
  return names.map((_, index) => join(root, ...names.slice(0, index + 1)));
}

/** The folder of git that all working trees share; `.git` is a file in worktrees and submodules. */
function gitFolder(root: string): string {
  const git = join(root, '.git');
  const link = /^gitdir: (.+)/.exec(readText(git) ?? '')?.[1];
  if (link === undefined) return git;
  const folder = resolve(root, link);
  const shared = readText(join(folder, 'commondir'));
  return shared === undefined ? folder : resolve(folder, shared.trim());
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
