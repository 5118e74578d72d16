import { closeSync, constants, openSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { linkProblem } from './leads-out.ts';

const { O_RDONLY, O_DIRECTORY = 0 } = constants;

/**
 * Changes a file in its folder. A symbolic link to a file stays one: what it leads to is changed. Where Linux has its folder
 * `/proc`, the folder stays the one that was checked, even if another program puts a link in its place, or in that of a folder
 * above it. The function must not follow a link in the place of the file.
 *
 * @param path from the working folder
 * @param change a function that gets a path of the file, which is valid until it returns
 * @throws the file system's error, or one that says why the file must not be written
 */
export function inHeldFolder<T>(path: string, cwd: string, change: (path: string) => T): T {
  refuse(linkProblem(path, cwd));
  const absolute = resolve(cwd, path);
  const isThere = statSync(absolute, { throwIfNoEntry: false }) !== undefined;
  const target = isThere ? realpathSync(absolute) : absolute;
  if (process.platform !== 'linux') return change(target);
  const folder = openSync(dirname(target), O_RDONLY | O_DIRECTORY);
  try {
    const held = `/proc/self/fd/${folder}`;
    const real = realPathOf(held);
    if (real === undefined) return change(target);
    refuse(linkProblem(path, cwd, join(real, basename(target))));
    return change(join(held, basename(target)));
  } finally {
    closeSync(folder);
  }
}

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw new Error(problem);
}

/** Undefined where there is no `/proc`. */
function realPathOf(held: string): string | undefined {
  try {
    return readlinkSync(held);
  } catch {
    return undefined;
  }
}
