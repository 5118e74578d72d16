import { existsSync, realpathSync, type Stats, statSync } from 'node:fs';
import { delimiter, dirname, join, relative, resolve } from 'node:path';
import { entriesOf, shownName } from '../disk/folder-entries.ts';
import { readSmallText } from '../disk/open-file.ts';
import { RepositoryRoots } from '../disk/repository-roots.ts';
import { isWithin } from '../disk/within.ts';
import { programOutside } from '../programs/program.ts';
import { gitFolderOf, isSame, leadsToOtherTree } from './git-folder.ts';

/** The longest time of a call of git, in milliseconds. Its configuration can name a file that never ends. */
const LONGEST_CALL = 30_000;

/** The most bytes in the list of the files of a commit. Few objects can have a very large number of paths. */
const LARGEST_LIST = 128 * 1024 * 1024;

/** The most files of a commit that are read. */
const MOST_FILES = 250_000;

/** The bytes of contents that one call of git returns at most, unless a single object has more. */
const BATCH = 16 * 1024 * 1024;

/** Git refuses something; the message is for users. */
export class GitProblem extends Error {}

/** Git does not end, so that another call would not either. */
class GitSilence extends GitProblem {}

/**
 * A git repository, as the program git sees it. Its configuration and its objects may come from somebody else, so git
 * is only asked for what lies in its database: nothing that looks at the working tree, where the configuration names
 * programs that git runs (`core.fsmonitor`, filters, hooks), and nothing that fetches.
 */
export class Git {
  /** The root of the working tree. */
  readonly root: string;
  readonly #program: string;

  /**
   * @param folder in the repository, absolute and without symbolic links
   * @param checked a folder of the repository that the program must not be taken from
   * @throws GitProblem if the folder is in no repository, or one with files of git that must not be read, or git is not
   * installed
   */
  constructor(folder: string, checked = folder) {
    const roots = new RepositoryRoots();
    const root = roots.of(folder);
    if (root === undefined) throw new GitProblem('not a git repository');
    this.root = root;
    const problem = problemOf(root, roots);
    if (problem !== undefined) throw new GitProblem(problem);
    const program = programOutside('git', roots.outermostOf(checked) ?? checked);
    if (program === undefined) throw new GitProblem('git is not installed');
    this.#program = program;
  }

  /** The commit that a revision names; undefined if git knows no such revision. */
  commitOf(revision: string): string | undefined {
    const name = `${revision}^{commit}`;
    return this.#line(['rev-parse', '--verify', '--quiet', '--end-of-options', name]);
  }

  /** The address of the repository that this one is a clone of; undefined if it has none. */
  get remote(): string | undefined {
    return this.#line(['config', '--get', 'remote.origin.url']);
  }

  /** The default branch of that repository, or the current branch; undefined for a commit without a branch. */
  get branch(): string | undefined {
    const name = (ref: string) => this.#line(['symbolic-ref', '--quiet', '--short', ref]);
    return name('refs/remotes/origin/HEAD')?.replace(/^origin\//, '') ?? name('HEAD');
  }

  /** The last commit that a commit and the working tree have in common; undefined if there is none. */
  mergeBaseOf(commit: string): string | undefined {
    return this.#line(['merge-base', commit, 'HEAD']);
  }

  /**
   * The regular files of a commit, from the root, with the ids of their contents.
   *
   * @param isWanted a function that reports whether a path is needed
   * @param paths files and folders, from the root; none means all
   * @throws GitProblem if there are too many
   */
  filesOf(
    commit: string,
    isWanted: (path: string) => boolean,
    paths: readonly string[] = [],
  ): ReadonlyMap<string, string> {
    const args = ['--literal-pathspecs', 'ls-tree', '-r', '-z', '--full-tree', commit, '--'];
    const list = this.#run([...args, ...paths], { largest: LARGEST_LIST });
    const files = new Map<string, string>();
    for (const entry of entriesIn(list)) {
      const tab = entry.indexOf('\t');
      const id = /^100\d{3} blob ([0-9a-f]+)$/.exec(entry.toString('latin1', 0, tab))?.[1];
      if (id === undefined) continue;
      const path = shownName(entry.subarray(tab + 1));
      if (isWanted(path)) files.set(path, id);
      if (files.size > MOST_FILES) throw tooManyFiles();
    }
    return files;
  }

  /**
   * The contents of objects, each once, with their ids.
   *
   * @param largest the most bytes; larger objects are left out
   * @throws GitProblem if the clone does not have an object
   */
  *contentsOf(ids: Iterable<string>, largest: number): Iterable<readonly [string, Buffer]> {
    let batch: string[] = [];
    let bytes = 0;
    for (const [id, size] of this.#sizesOf([...new Set(ids)])) {
      if (size > largest) continue;
      if (bytes > 0 && bytes + size > BATCH) {
        yield* this.#read(batch, bytes);
        [batch, bytes] = [[], 0];
      }
      batch.push(id);
      bytes += size;
    }
    if (batch.length > 0) yield* this.#read(batch, bytes);
  }

  #sizesOf(ids: readonly string[]): readonly (readonly [string, number])[] {
    if (ids.length === 0) return [];
    const lines = this.#ask('--batch-check', ids, 0).toString('latin1').split('\n');
    return ids.map((id, index) => {
      const size = /^[0-9a-f]+ blob (\d+)$/.exec(lines[index] ?? '')?.[1];
      if (size === undefined) throw missingObjects();
      return [id, Number(size)];
    });
  }

  /**
   * Reads objects in one call.
   *
   * @param bytes the sum of the sizes of the objects
   */
  *#read(ids: readonly string[], bytes: number): Iterable<readonly [string, Buffer]> {
    const output = this.#ask('--batch', ids, bytes);
    let position = 0;
    for (const id of ids) {
      const end = output.indexOf('\n', position);
      const size = /^[0-9a-f]+ blob (\d+)$/.exec(output.toString('latin1', position, end))?.[1];
      if (size === undefined) throw missingObjects();
      position = end + 1 + Number(size) + 1;
      yield [id, output.subarray(end + 1, position - 1)];
    }
  }

  /**
   * The output of `cat-file` for objects.
   *
   * @param bytes the size of the contents in it; each object also has a line of less than 128 bytes
   */
  #ask(option: string, ids: readonly string[], bytes: number): Buffer {
    const largest = bytes + 128 * (ids.length + 1);
    return this.#run(['cat-file', option], { input: `${ids.join('\n')}\n`, largest });
  }

  #run(args: readonly string[], options: CallOptions = {}): Buffer {
    return run(this.#program, this.root, args, options);
  }

  /** The one line that git writes; undefined if it fails. */
  #line(args: readonly string[]): string | undefined {
    try {
      return this.#run(args).toString('utf8').trim();
    } catch (error) {
      if (error instanceof GitProblem && !(error instanceof GitSilence)) return undefined;
      throw error;
    }
  }
}

/**
 * Says why git must not read the files in `.git`. An archive may have those of a stranger, which lead to another
 * repository, or which git would wait for, or keep in memory without an end.
 */
function problemOf(root: string, roots: RepositoryRoots): string | undefined {
  const folder = gitFolderOf(root);
  if (folder === undefined || leadsToOtherTree(root)) {
    return '.git leads to a folder that does not name this working tree; if it is yours, run: git config core.worktree "$PWD"';
  }
  const bound = realpathSync(roots.outermostOf(folder.common) ?? folder.common);
  const shown = (path: string) => relative(root, path);
  for (const path of otherThanFilesIn(folder.common, folder.common)) {
    const { status, target } = ifReadable(() => targetOf(path)) ?? {};
    if (status?.isCharacterDevice() || status?.isBlockDevice() || status?.isFIFO()) {
      return `${shown(path)} is a named pipe or a device`;
    }
    if (target !== undefined && !isWithin(target, bound)) {
      return `${shown(path)} leads out of the repository`;
    }
  }
  const alternates = join(folder.common, 'objects/info/alternates');
  return hasForeignObjects(alternates)
    ? `the clone uses objects of another repository; they are read if GIT_ALTERNATE_OBJECT_DIRECTORIES has the paths in ${shown(alternates)}`
    : undefined;
}

/** The entries of a folder of git in which git reads nothing that its database needs. Some users link them. */
const UNREAD = /^(?:annex|hooks|info[\\/]exclude|lfs|logs|modules|rr-cache|svn)$/;

/** The paths in a folder of git that are not regular files: symbolic links, named pipes, devices. */
function* otherThanFilesIn(folder: string, git: string): Iterable<string> {
  for (const { name, kind } of ifReadable(() => entriesOf(folder)) ?? []) {
    const path = join(folder, name);
    if (UNREAD.test(relative(git, path))) continue;
    if (kind === 'link' || kind === 'special') yield path;
    else if (kind === 'folder') yield* otherThanFilesIn(path, git);
  }
}

function targetOf(path: string): { readonly status: Stats; readonly target: string } {
  return { status: statSync(path), target: realpathSync(path) };
}

/** Reports whether git would read objects in folders that only a file in `.git` names, and not the environment. */
function hasForeignObjects(alternates: string): boolean {
  if (!existsSync(alternates)) return false;
  const named = (process.env.GIT_ALTERNATE_OBJECT_DIRECTORIES ?? '').split(delimiter);
  const lines = readSmallText(alternates)?.split('\n') ?? [alternates];
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .some((line) => !named.some((one) => isSame(one, resolve(alternates, '../..', line))));
}

/** The result of reading, or undefined if the file system refuses it. Then git cannot read it either. */
function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

interface CallOptions {
  readonly input?: string;
  /** The most bytes that git may write. */
  readonly largest?: number;
}

/** Options of git with which no configuration makes it start a program or connect to another computer. */
export const SAFE_OPTIONS = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'protocol.allow=never',
  // Only what has a .git counts: a folder with the files of a bare repository may be part of a branch.
  'safe.bareRepository=explicit',
].flatMap((option) => ['-c', option]);

/** Variables with which git neither asks nor fetches, and uses the repository around its folder. */
export const SAFE_ENVIRONMENT = {
  GIT_COMMON_DIR: undefined,
  // Git sets it for its hooks.
  GIT_DIR: undefined,
  GIT_WORK_TREE: undefined,
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_NO_LAZY_FETCH: '1',
  // The objects are those that the commit has, not others that take their places.
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
};

/**
 * Runs git at the root of a repository. Its module of Node is loaded only here, as hardly any run needs it.
 *
 * @throws GitProblem if git fails
 */
function run(
  program: string,
  root: string,
  args: readonly string[],
  { input, largest = 1024 * 1024 }: CallOptions,
): Buffer {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { error, status, stdout, stderr } = spawnSync(program, [...SAFE_OPTIONS, ...args], {
    cwd: root,
    // Git must not look for another repository above this one.
    env: { ...process.env, ...SAFE_ENVIRONMENT, GIT_CEILING_DIRECTORIES: dirname(root) },
    maxBuffer: largest,
    timeout: LONGEST_CALL,
    killSignal: 'SIGKILL',
    ...(input === undefined ? {} : { input }),
  });
  switch (error === undefined || !('code' in error) ? undefined : error.code) {
    case undefined:
      break;
    case 'ENOBUFS':
      throw tooManyFiles();
    case 'ETIMEDOUT':
      throw new GitSilence(`git has not answered within ${LONGEST_CALL / 1000} seconds`);
    default:
      throw new GitProblem(error?.message);
  }
  if (status === 0) return stdout;
  const said = stderr.toString('utf8');
  // Git before 2.44 tries to fetch, and fails as no protocol is allowed.
  if (/promisor remote|lazy fetching/.test(said)) throw missingObjects();
  const [reason = ''] = said.trim().split('\n');
  throw new GitProblem(reason.replace(/^fatal: /, '') || 'git has failed');
}

function* entriesIn(list: Buffer): Iterable<Buffer> {
  let start = 0;
  for (let end = list.indexOf(0); end >= 0; end = list.indexOf(0, start)) {
    yield list.subarray(start, end);
    start = end + 1;
  }
}

function tooManyFiles(): GitProblem {
  return new GitProblem(
    `the commit has more than ${MOST_FILES} manifests, or more than ${LARGEST_LIST / 1024 / 1024} MB of names; name folders`,
  );
}

/**
 * The problem of a partial clone. Objects are never fetched, as the configuration of the repository chooses the server
 * and the program for that.
 */
function missingObjects(): GitProblem {
  return new GitProblem(
    'the clone has not all objects of the commit; fetch them with: git fetch --refetch --no-filter',
  );
}
