import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { RepositoryRoots } from './repository-roots.ts';
import { isWithin } from './within.ts';

/**
 * Reports whether a path leads out of a folder, by its name or by symbolic links, or to the files of git. Every path
 * that a file of a repository names is checked by this function before it is read or written, as the author of a change
 * may have written that file.
 *
 * @param path an absolute path, which need not exist
 * @param bound the absolute path of the folder
 */
export function leadsOut(path: string, bound: string): boolean {
  const real = realPathOfNearest(path);
  const realBound = realPathOfNearest(bound);
  if (real === undefined || realBound === undefined || !isWithin(real, realBound)) return true;
  const parts = [relative(realBound, real), relative(bound, path)].flatMap((one) => one.split(sep));
  return parts.includes('.git');
}

/**
 * The folder that a path which was named on the command line must not lead out of by symbolic links: the repository
 * that it is in by its name, or the working folder, or its own folder.
 *
 * @param path absolute
 * @param cwd the working folder
 */
export function boundOf(path: string, cwd: string): string {
  const folder = dirname(path);
  const roots = new RepositoryRoots();
  const outermost = roots.outermostOf(folder);
  if (outermost === undefined) return isWithin(folder, cwd) ? cwd : folder;
  // A repository that only a symbolic link leads to is another one.
  for (let root = roots.of(folder); root !== undefined; root = roots.of(dirname(root))) {
    const unlinked = join(realPathOfNearest(outermost) ?? '', relative(outermost, root));
    if (realPathOfNearest(root) === unlinked) return root;
    if (root === outermost) break;
  }
  return outermost;
}

/**
 * The reason for which a path that the command line names must not be used: whoever writes the repository decides where
 * its symbolic links lead. Undefined if it may be read and written.
 *
 * @param path from the working folder
 * @param reached the absolute path that it leads to, if that is known
 */
export function linkProblem(path: string, cwd: string, reached?: string): string | undefined {
  const absolute = resolve(cwd, path);
  // A path such as /dev/stdout is for the user, and in no repository.
  const bound = boundOf(absolute, cwd);
  const isGuarded = bound === cwd || new RepositoryRoots().of(bound) !== undefined;
  return isGuarded && leadsOut(reached ?? absolute, bound)
    ? 'is reached by a symbolic link that leads out of the repository'
    : undefined;
}

/** The path without symbolic links of a file, or of the nearest folder above it that exists. */
function realPathOfNearest(path: string): string | undefined {
  for (let at = path; ; at = dirname(at)) {
    try {
      // A link that leads nowhere may lead to a new file.
      if (lstatSync(at, { throwIfNoEntry: false }) !== undefined) return realpathSync(at);
    } catch {
      return undefined;
    }
    if (at === dirname(at)) return undefined;
  }
}
