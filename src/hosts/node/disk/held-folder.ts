import {
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isFolder } from './disk.ts';
import { linkProblem } from './leads-out.ts';

const { O_RDONLY, O_DIRECTORY = 0 } = constants;

/**
 * Changes a file in its folder. A symbolic link to a file stays one: what it leads to is changed. Where Linux has its
 * folder `/proc`, the folder stays the one that was checked, even if another program puts a link in its place, or in
 * that of a folder above it. The function must not follow a link in the place of the file.
 *
 * @param path from the working folder
 * @param change a function that gets a path of the file, which is valid until it returns
 * @throws the file system's error, or one that says why the file must not be written
 */
export function inHeldFolder<T>(path: string, cwd: string, change: (path: string) => T): T {
  refuse(linkProblem(path, cwd));
  const absolute = resolve(cwd, path);
  const isThere = statSync(absolute, { throwIfNoEntry: false }) !== undefined;
  return changeIn(isThere ? realpathSync(absolute) : absolute, path, cwd, change);
}

/**
 * Makes a folder, and those above it that do not exist, each in the folder that was checked.
 *
 * @param path from the working folder
 * @throws as `inHeldFolder`
 */
export function makeFolder(path: string, cwd: string): void {
  const absolute = resolve(cwd, path);
  if (isFolder(absolute)) return;
  makeFolder(dirname(absolute), cwd);
  inHeldFolder(absolute, cwd, (held) => {
    try {
      mkdirSync(held);
    } catch (error) {
      // Another program may have made it meanwhile. What is made in it holds it, which finds a link.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  });
}

/**
 * Removes a file if it exists, in the folder that was checked. Of a symbolic link, the link is removed.
 *
 * @param path from the working folder
 * @throws as `inHeldFolder`
 */
export function removeFile(path: string, cwd: string): void {
  refuse(linkProblem(path, cwd));
  const absolute = resolve(cwd, path);
  if (lstatSync(absolute, { throwIfNoEntry: false }) === undefined) return;
  changeIn(absolute, path, cwd, (held) => rmSync(held, { force: true }));
}

/** @param target the absolute path of the file to change */
function changeIn<T>(target: string, path: string, cwd: string, change: (path: string) => T): T {
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
