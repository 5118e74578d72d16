import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readSmallText } from '../disk/open-file.ts';

/** The folders of git for a working tree, as absolute paths. */
export interface GitFolder {
  /** The one of this working tree, with its index. */
  readonly own: string;
  /** The one that all working trees share, with the objects. */
  readonly common: string;
}

/**
 * The folders of git for a working tree. In worktrees and submodules `.git` is a file that names the folder, and the
 * folder of a worktree names the shared one. An archive can have such files too, so they only count if the other folder
 * names the working tree as well. A symbolic link is followed: see `leadsToOtherTree`.
 *
 * @param root the absolute path of the working tree
 * @returns undefined if the folder does not belong to the working tree
 */
export function gitFolderOf(root: string): GitFolder | undefined {
  const own = ownFolder(root);
  if (own === undefined) return undefined;
  const shared = readSmallText(join(own, 'commondir'));
  if (shared === undefined) return { own, common: own };
  const common = resolve(own, shared.trim());
  return isSame(dirname(own), join(common, 'worktrees')) ? { own, common } : undefined;
}

function ownFolder(root: string): string | undefined {
  const git = join(root, '.git');
  const named = isLink(git) ? undefined : /^gitdir: (.+)/.exec(readSmallText(git) ?? '')?.[1];
  if (named === undefined) return git;
  const folder = resolve(root, named);
  return isOfTree(folder, root) ? folder : undefined;
}

/** Reports whether `.git` is a symbolic link to a folder of git that does not name the working tree. */
export function leadsToOtherTree(root: string): boolean {
  const git = join(root, '.git');
  return isLink(git) && !isOfTree(resolve(root, readlinkSync(git)), root);
}

/**
 * Reports whether a folder of git names a working tree: that of a worktree in `gitdir`, others in their configuration.
 */
function isOfTree(folder: string, root: string): boolean {
  const worktree = readSmallText(join(folder, 'gitdir'))?.trim();
  if (worktree !== undefined) return isSame(resolve(folder, worktree), join(root, '.git'));
  // `git sparse-checkout` moves the setting to the second file.
  return ['config', 'config.worktree'].some((name) => {
    const tree = gitConfigValue(readSmallText(join(folder, name)) ?? '', 'worktree');
    return tree !== undefined && isSame(resolve(folder, tree), root);
  });
}

/** Reports whether a path is a symbolic link. */
export function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/** Reports whether two paths lead to one file or folder. */
export function isSame(path: string, other: string): boolean {
  try {
    return realpathSync(path) === realpathSync(other);
  } catch {
    return false;
  }
}

/**
 * The value of a key in the configuration of a repository, whatever section it is in. Undefined if no line has the key.
 */
export function gitConfigValue(config: string, key: string): string | undefined {
  for (const line of config.split('\n')) {
    const at = line.indexOf('=');
    if (line.slice(0, at).trim().toLowerCase() !== key) continue;
    return line
      .slice(at + 1)
      .trim()
      .replace(/^"(.*)"$/, '$1');
  }
  return undefined;
}
