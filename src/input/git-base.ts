import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import type { Source } from '../engine/source-text.ts';

/** Manifests by the end of their names. */
const MANIFEST = /\.(?:ya?ml|json)$/;
/** A blob above this size is not read, in bytes. */
const LARGEST = 64 * 1024 * 1024;
const MOST_OUTPUT = 1024 * 1024 * 1024;

/** The state of a repository cannot be read; the message is for users. */
export class GitError extends Error {}

/**
 * Reads the manifests of a commit, without checking it out.
 *
 * @param ref a commit as git names it; `REF...` means the merge base of REF and HEAD
 * @param paths files and folders, relative to the current folder; none means the current folder
 * @param cwd a folder of the repository
 * @returns sources named `REF:path`, with paths relative to the current folder
 * @throws GitError
 */
export function readGitBase(ref: string, paths: readonly string[], cwd: string): Source[] {
  const commit = commitOf(ref, cwd);
  const args = ['ls-tree', '-r', '-z', commit, '--', ...(paths.length === 0 ? ['.'] : paths)];
  const blobs = text(git(args, cwd))
    .split('\0')
    .flatMap((line) => {
      const found = /^100\d{3} blob ([0-9a-f]+)\t(.*)$/s.exec(line);
      const [, id = '', path = ''] = found ?? [];
      return found !== null && MANIFEST.test(path) ? [{ id, path }] : [];
    });
  if (blobs.length === 0) return [];
  const ids = [...new Set(blobs.map(({ id }) => id))];
  const contents = readBlobs(ids, cwd);
  return blobs.flatMap(({ id, path }) => {
    const content = contents.get(id);
    return content === undefined ? [] : [{ name: `${ref}:${path}`, content }];
  });
}

function commitOf(ref: string, cwd: string): string {
  const [, branch] = /^(.+)\.\.\.$/.exec(ref) ?? [];
  const args =
    branch === undefined
      ? ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]
      : ['merge-base', '--end-of-options', branch, 'HEAD'];
  const { status, stdout } = run(args, cwd, '');
  if (status !== 0) throw new GitError('neither a file, nor a commit of a git repository');
  return text(stdout).trim();
}

/** The contents of blobs by their ids, all by one process. */
function readBlobs(ids: readonly string[], cwd: string): ReadonlyMap<string, Uint8Array> {
  const output = git(['cat-file', '--batch'], cwd, `${ids.join('\n')}\n`);
  const contents = new Map<string, Uint8Array>();
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(0x0a, at);
    if (end < 0) break;
    const [id = '', type, size] = text(output.subarray(at, end)).split(' ');
    at = end + 1;
    if (type !== 'blob') continue;
    const length = Number(size);
    if (length <= LARGEST) contents.set(id, output.subarray(at, at + length));
    at += length + 1;
  }
  return contents;
}

function git(args: readonly string[], cwd: string, input = ''): Buffer {
  const { status, stdout, stderr } = run(args, cwd, input);
  if (status === 0) return stdout;
  throw new GitError(text(stderr).trim().split('\n')[0] || `git ${args[0]} failed`);
}

function run(args: readonly string[], cwd: string, input: string): SpawnSyncReturns<Buffer> {
  const result = spawnSync('git', args, { cwd, input, maxBuffer: MOST_OUTPUT });
  if (result.error !== undefined) throw new GitError(`git cannot be run: ${result.error.message}`);
  return result;
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
