import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { RepositoryRoots } from '../disk/repository-roots.ts';
import { isWithin } from '../disk/within.ts';

/** The longest time of a program that uses the network, in milliseconds. */
export const LONGEST = 120_000;

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
export function repositoryOf(folder: string): string {
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

/** The line of the errors of a program that says what is wrong; empty if there is none. */
export function reasonIn(stderr: string): string {
  const lines = stderr.trim().split('\n');
  const reason = lines.find((line) => /^(?:error|fatal): /.test(line)) ?? lines.at(-1) ?? '';
  return reason.replace(/^(?:error|fatal): /, '');
}
