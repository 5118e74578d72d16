import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Source } from '../../lint/read/source-text.ts';
import { type Downloading, publicAddressesOf } from './download.ts';
import { Git, SAFE_ENVIRONMENT, SAFE_OPTIONS } from './git.ts';
import { runProgram } from './program.ts';
import { DEFAULT_MAX_FILE_SIZE, MEGABYTE } from './reading.ts';
import { UnpackLimit } from './unpack-limit.ts';
import { MANIFEST_ENDING } from './walk.ts';

/** Files of a repository on a server. */
export interface GitFiles {
  /** With `https:`. */
  readonly url: string;
  /** A tag, branch or commit. */
  readonly ref: string;
  /** A file or folder, from the root; empty for all files. */
  readonly path: string;
}

/** The manifests of a revision. */
export interface FetchedManifests {
  readonly commit: string;
  readonly sources: readonly Source[];
}

/**
 * Fetches the manifests of one revision of a repository into a temporary folder, and removes it. The configuration of the
 * user is not used: it may name programs and other servers.
 *
 * @param cwd the working folder, from whose repository no program is started
 * @throws Error, whose reason `reasonOf` tells
 */
export async function fetchManifests(
  { url, ref, path }: GitFiles,
  cwd: string,
  downloading: Downloading,
): Promise<FetchedManifests> {
  const address = new URL(url);
  downloading.onHost(address.host);
  const addresses = await publicAddressesOf(address, downloading);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'kubeadmit-git-')));
  try {
    const checked = realpathSync(cwd);
    const git = (...args: readonly string[]) =>
      runProgram('git', [...SAFE_OPTIONS, ...args], {
        cwd: folder,
        checked,
        env: { ...SAFE_ENVIRONMENT, ...FETCHING, GIT_CEILING_DIRECTORIES: tmpdir() },
        largest: MEGABYTE,
      });
    await git('init', '--quiet', '--template=');
    const resolved = `${address.hostname}:${address.port || '443'}:${addresses.join(',')}`;
    const options = ['http.followRedirects=false', `http.curloptResolve=${resolved}`];
    const fetch = ['fetch', '--quiet', '--depth=1', '--no-tags', '--no-recurse-submodules'];
    await git(...options.flatMap((one) => ['-c', one]), ...fetch, '--', url, ref);
    return manifestsIn(new Git(folder, checked), address, path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Variables with which git uses no configuration, asks for no password, and speaks https only. */
const FETCHING = {
  GIT_ALLOW_PROTOCOL: 'https',
  GIT_ASKPASS: '',
  GIT_CONFIG_GLOBAL: process.platform === 'win32' ? 'NUL' : '/dev/null',
  SSH_ASKPASS: '',
};

function manifestsIn(git: Git, { href }: URL, path: string): FetchedManifests {
  const commit = git.commitOf('FETCH_HEAD') ?? '';
  const paths = path === '' ? [] : [path];
  const files = git.filesOf(commit, (one) => MANIFEST_ENDING.test(one), paths);
  const contents = new Map(git.contentsOf(files.values(), DEFAULT_MAX_FILE_SIZE));
  const limit = new UnpackLimit();
  const sources = [...files].flatMap(([file, id]) => {
    const content = contents.get(id);
    if (content === undefined) return [];
    limit.take(content.length);
    return [{ name: `${href}/${file}`, content }];
  });
  return { commit, sources };
}
