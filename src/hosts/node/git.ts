/** The most that a call of git may write, in bytes. */
const LARGEST_OUTPUT = 1024 * 1024 * 1024;

/** Git refuses something; the message is for users. */
export class GitProblem extends Error {}

/** A git repository, as the program git sees it. */
export class Git {
  /** The root of the working tree. */
  readonly root: string;

  /**
   * @param folder an absolute path in the repository
   * @throws GitProblem if the folder is in no repository, or git is not installed
   */
  constructor(folder: string) {
    const shown = run(folder, ['rev-parse', '--show-toplevel']).toString('utf8');
    this.root = shown.replace(/\r?\n$/, '');
  }

  /** The commit that a revision names; undefined if git knows no such revision. */
  commitOf(revision: string): string | undefined {
    const name = `${revision}^{commit}`;
    return this.#line(['rev-parse', '--verify', '--quiet', '--end-of-options', name]);
  }

  /** The last commit that a commit and the working tree have in common; undefined if there is none. */
  mergeBaseOf(commit: string): string | undefined {
    return this.#line(['merge-base', commit, 'HEAD']);
  }

  /** The changes in the working tree since a commit, without lines around them. Renamed files are followed. */
  diff(commit: string): string {
    const options = [
      '--unified=0',
      '--no-color',
      '--no-ext-diff',
      '--no-textconv',
      '--find-renames',
    ];
    // The prefixes can be configured away.
    const prefixes = ['--src-prefix=a/', '--dst-prefix=b/'];
    return this.#run(['diff', ...options, ...prefixes, commit, '--']).toString('utf8');
  }

  /** The files that git does not know and does not ignore, from the root. */
  untracked(): readonly string[] {
    const options = ['--others', '--exclude-standard', '--full-name', '-z'];
    return namesIn(this.#run(['ls-files', ...options]));
  }

  /**
   * The regular files of a commit, from the root, with the ids of their contents.
   *
   * @param paths files and folders, from the root; none means all
   */
  filesOf(commit: string, paths: readonly string[] = []): ReadonlyMap<string, string> {
    const files = new Map<string, string>();
    const args = ['ls-tree', '-r', '-z', '--full-tree', commit, '--', ...paths];
    for (const line of namesIn(this.#run(args))) {
      const match = /^100\d{3} blob ([0-9a-f]+)\t(.*)$/s.exec(line);
      if (match?.[1] !== undefined && match[2] !== undefined) files.set(match[2], match[1]);
    }
    return files;
  }

  /** The contents of objects, in the order of their ids. */
  contentsOf(ids: readonly string[]): readonly Buffer[] {
    const output = this.#run(['cat-file', '--batch'], `${ids.join('\n')}\n`);
    const contents: Buffer[] = [];
    let position = 0;
    for (const id of ids) {
      const end = output.indexOf('\n', position);
      const size = Number(output.subarray(position, end).toString('latin1').split(' ')[2]);
      if (!Number.isSafeInteger(size)) throw new GitProblem(`git has lost the object ${id}`);
      contents.push(output.subarray(end + 1, end + 1 + size));
      position = end + 1 + size + 1;
    }
    return contents;
  }

  #run(args: readonly string[], input?: string): Buffer {
    return run(this.root, args, input);
  }

  /** The one line that git writes; undefined if it fails. */
  #line(args: readonly string[]): string | undefined {
    try {
      return this.#run(args).toString('utf8').trim();
    } catch (error) {
      if (error instanceof GitProblem) return undefined;
      throw error;
    }
  }
}

function namesIn(output: Buffer): readonly string[] {
  return output
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '');
}

/** Runs git. Its module of Node is loaded only here, as hardly any run needs it. */
function run(cwd: string, args: readonly string[], input?: string): Buffer {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { error, status, stdout, stderr } = spawnSync('git', args, {
    cwd,
    maxBuffer: LARGEST_OUTPUT,
    ...(input === undefined ? {} : { input }),
  });
  if (error !== undefined) {
    const isMissing = 'code' in error && error.code === 'ENOENT';
    throw new GitProblem(isMissing ? 'git is not installed' : error.message);
  }
  if (status === 0) return stdout;
  const [reason = ''] = stderr.toString('utf8').trim().split('\n');
  throw new GitProblem(reason.replace(/^fatal: /, '') || `git ${args[0]} failed`);
}
