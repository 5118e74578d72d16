import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { RepositoryRoots } from './repository-roots.ts';
import { isWithin } from './within.ts';

/**
 * The reason why a file must not be replaced by another version of its text. Undefined if it may be replaced.
 *
 * @param path an absolute path
 * @param content the content that was read
 */
export function replacementProblem(path: string, content: string | Uint8Array): string | undefined {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return 'is no longer there';
  if (entry.isSymbolicLink()) {
    const folder = realpathSync(dirname(path));
    const root = new RepositoryRoots().of(folder) ?? folder;
    if (!isWithin(realpathSync(path), root))
      return 'is a symbolic link that leads out of the repository';
  }
  const target = realpathSync(path);
  if (!lstatSync(target).isFile()) return 'is no regular file';
  return readFileSync(target).equals(Buffer.from(content)) ? undefined : 'has changed meanwhile';
}
