import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { RepositoryRoots } from '../disk/repository-roots.ts';
import { isWithin } from '../disk/within.ts';

/** The longest time of a program that uses the network, in milliseconds. */
export const LONGEST = 120_000;

/** A program cannot be run, or fails; the message is for users. */
class ProgramProblem extends Error {}

/**
 * The absolute path of a program: the first one of PATH that is not in a repository. `npx` puts folders of the
 * repository in front of PATH, and a branch may have a program there.
 *
 * @param repository the absolute path of its root, without symbolic links
 * @returns undefined if there is none
 */
export function programOutside(name: string, repository: string): string | undefined {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  return foldersOutside(repository)
    .map((folder) => join(folder, file))
    .find((path) => isProgram(path) && !isIn(path, repository));
}

/** The folders of PATH that are not in a repository. */
export function foldersOutside(repository: string): readonly string[] {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && isThere(folder) && !isIn(folder, repository));
}

function isProgram(path: string): boolean {
  return isThere(path, constants.X_OK);
}

function isThere(path: string, mode?: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

/** Reports whether a path is in a folder when its symbolic links are resolved. */
function isIn(path: string, folder: string): boolean {
  return isWithin(realpathSync(path), folder);
}

/** The repository that a folder is in, or the folder itself, without symbolic links. */
function repositoryOf(folder: string): string {
  const real = realpathSync(folder);
  return new RepositoryRoots().outermostOf(real) ?? real;
}

/**
 * Reports whether a file is there, and in the repository of a folder when its symbolic links are resolved.
 *
 * @param path absolute
 */
export function isInRepository(path: string, folder: string): boolean {
  return isThere(path) && isIn(path, repositoryOf(folder));
}

export interface ProgramRun {
  /** The folder that the program runs in. */
  readonly cwd: string;
  /** The folder whose repository no program is taken from. */
  readonly checked: string;
  /** The most bytes that the program may write. */
  readonly largest: number;
}

/**
 * Runs a program without a shell, and without programs of the repository in its PATH.
 *
 * @returns its output
 * @throws Error with the first line of its errors
 */
export function runProgram(
  name: string,
  args: readonly string[],
  { cwd, checked, largest }: ProgramRun,
): Promise<string> {
  const repository = repositoryOf(checked);
  const program = programOutside(name, repository);
  if (program === undefined) throw new ProgramProblem(`${name} is not installed`);
  const { execFile } = process.getBuiltinModule('node:child_process');
  const options = {
    cwd,
    env: { ...process.env, PATH: foldersOutside(repository).join(delimiter) },
    maxBuffer: largest,
    timeout: LONGEST,
    killSignal: 'SIGKILL',
  } as const;
  return new Promise((resolve, reject) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new ProgramProblem(problemOf(name, error, stderr)));
    });
  });
}

function problemOf(name: string, error: Error, stderr: string): string {
  if ('code' in error && error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') {
    return `the output of ${name} is too large`;
  }
  if ('killed' in error && error.killed === true) {
    return `${name} has not answered within ${LONGEST / 1000} seconds`;
  }
  return reasonIn(stderr) || `${name} has failed`;
}

/** The line of the errors of a program that says what is wrong; empty if there is none. */
export function reasonIn(stderr: string): string {
  const lines = stderr.trim().split('\n');
  const reason = lines.find((line) => /^(?:error|fatal): /.test(line)) ?? lines.at(-1) ?? '';
  return reason.replace(/^(?:error|fatal): /, '');
}
