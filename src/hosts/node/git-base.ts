import { realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { Source } from '../../lint/read/source.ts';
import { DEFAULT_MAX_FILE_SIZE } from './disk/reading.ts';
import type { UnpackLimit } from './disk/unpack-limit.ts';
import { Git, GitProblem } from './git/git.ts';
import { MANIFEST_ENDING } from './walk.ts';

/**
 * Reads the manifests of a commit, without checking it out.
 *
 * @param ref a commit as git names it; `REF...` means the merge base of REF and HEAD
 * @param paths files and folders, relative to the current folder; none means the current folder
 * @param cwd a folder of the repository
 * @returns sources named `REF:path`, with paths relative to the current folder
 * @throws GitProblem, and UnpackProblem where the limit is reached
 */
export function readGitBase(
  ref: string,
  paths: readonly string[],
  cwd: string,
  limit: UnpackLimit,
): Source[] {
  const folder = realpathSync(cwd);
  const git = new Git(folder);
  const commit = commitOf(git, ref);
  if (commit === undefined) throw new GitProblem('neither a file, nor a commit of git');
  const fromRoot = (paths.length === 0 ? ['.'] : paths).map((path) =>
    slashed(relative(git.root, resolve(folder, path))),
  );
  const named = fromRoot.includes('') ? [] : fromRoot;
  const files = git.filesOf(commit, (path) => MANIFEST_ENDING.test(path), named);
  const contents = new Map(git.contentsOf(files.values(), DEFAULT_MAX_FILE_SIZE));
  return [...files].flatMap(([path, id]) => {
    const content = contents.get(id);
    if (content === undefined) return [];
    limit.take(content.length);
    return [{ name: `${ref}:${slashed(relative(folder, resolve(git.root, path)))}`, content }];
  });
}

function commitOf(git: Git, ref: string): string | undefined {
  const [, branch] = /^(.+)\.\.\.$/.exec(ref) ?? [];
  const commit = git.commitOf(branch ?? ref);
  return branch === undefined || commit === undefined ? commit : git.mergeBaseOf(commit);
}

function slashed(path: string): string {
  return path.replaceAll(sep, '/');
}
