import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readSmallText } from './open-file.ts';

/** The folders of git for a working tree, as absolute paths. */
export interface GitFolder {
  /** The one of this working tree, with its index. */
  readonly own: string;
  /** The one that all working trees share, with the objects. */
  readonly common: string;
}

/** A file of git above this many bytes is not read. */
const LARGEST = 1024 * 1024;

/**
 * The folders of git for a working tree. In worktrees and submodules `.git` is a file that names the folder, and that of a
 * worktree names the shared one. An archive can have such files too, so they only count if the other folder names the
 * working tree as well.
 *
 * @param root the absolute path of the working tree
 * @returns undefined where the folder is that of something else
 */
export function gitFolderOf(root: string): GitFolder | undefined {
  const own = ownFolder(root);
  if (own === undefined) return undefined;
  const shared = readText(join(own, 'commondir'));
  if (shared === undefined) return { own, common: own };
  const common = resolve(own, shared.trim());
  return isSame(dirname(own), join(common, 'worktrees')) ? { own, common } : undefined;
}

function ownFolder(root: string): string | undefined {
  const git = join(root, '.git');
  const link = linkIn(git);
  if (link === undefined) return git;
  const folder = resolve(root, link);
  const worktree = readText(join(folder, 'gitdir'))?.trim();
  if (worktree !== undefined) return isSame(resolve(folder, worktree), git) ? folder : undefined;
  const config = readText(join(folder, 'config')) ?? '';
  const submodule = gitConfigValue(config, 'worktree');
  return submodule !== undefined && isSame(resolve(folder, submodule), root) ? folder : undefined;
}

/** The path that `.git` leads to if it is a file or a symbolic link. */
function linkIn(git: string): string | undefined {
  return isLink(git) ? readlinkSync(git) : /^gitdir: (.+)/.exec(readText(git) ?? '')?.[1];
}

/** Reports whether a path is a symbolic link. */
export function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

function isSame(path: string, other: string): boolean {
  try {
    return realpathSync(path) === realpathSync(other);
  } catch {
    return false;
  }
}

/** The text of a file of git; undefined if it cannot be read. */
export function readText(path: string): string | undefined {
  return readSmallText(path, LARGEST);
}

/** The value of a key in the configuration of a repository, whatever section it is in. Undefined if no line has the key. */
export function gitConfigValue(config: string, key: string): string | undefined {
  for (const line of config.split('\n')) {
    const at = line.indexOf('=');
    if (line.slice(0, at).trim().toLowerCase() === key) return line.slice(at + 1).trim();
  }
  return undefined;
}
