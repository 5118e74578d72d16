import { realpathSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import type { Source } from '../../../lint/read/source.ts';
import { DEFAULT_MAX_FILE_SIZE, MEGABYTE } from '../disk/reading.ts';
import { useTemporaryFolder } from '../disk/temporary-folder.ts';
import { UnpackLimit } from '../disk/unpack-limit.ts';
import { Git, SAFE_ENVIRONMENT, SAFE_OPTIONS } from '../git/git.ts';
import type { GroupRun } from '../programs/process-group.ts';
import { foldersOutside, LONGEST, repositoryOf } from '../programs/program.ts';
import { runProgram } from '../programs/run-program.ts';
import { MANIFEST_ENDING } from '../walk.ts';
import { type Downloading, publicAddressesOf } from './download.ts';

/** Files of a repository on a server. */
interface GitFiles {
  /** With `https:`. */
  readonly url: string;
  /** A tag, branch or commit. */
  readonly ref: string;
  /** A file or folder, from the root; empty for all files. */
  readonly path: string;
}

interface FetchedManifests {
  readonly commit: string;
  readonly sources: readonly Source[];
}

/**
 * Fetches the manifests of one revision of a repository into a temporary folder, and removes it. The configuration of
 * the user is not used: it may name programs and other servers.
 *
 * @param cwd the working folder, from whose repository no program is started
 * @throws Error, whose reason `reasonOf` tells
 */
export function fetchManifests(
  { url, ref, path }: GitFiles,
  cwd: string,
  downloading: Downloading,
): Promise<FetchedManifests> {
  return useTemporaryFolder(async ({ path: folder, interrupted }) => {
    const address = new URL(url);
    downloading.onHost(address.host);
    const addresses = await publicAddressesOf(address, downloading);
    const repository = repositoryOf(cwd);
    const run: GroupRun = {
      cwd: folder,
      env: {
        ...process.env,
        PATH: foldersOutside(repository).join(delimiter),
        ...SAFE_ENVIRONMENT,
        ...FETCHING,
        GIT_CEILING_DIRECTORIES: dirname(folder),
      },
      time: LONGEST,
      output: MEGABYTE,
      interrupted,
    };
    const git = (...args: readonly string[]) =>
      runProgram('git', [...SAFE_OPTIONS, ...args], repository, run);
    await git('init', '--quiet', '--template=');
    const resolved = `${address.hostname}:${address.port || '443'}:${addresses.join(',')}`;
    const options = ['http.followRedirects=false', `http.curloptResolve=${resolved}`];
    const fetch = ['fetch', '--quiet', '--depth=1', '--no-tags', '--no-recurse-submodules'];
    // Git gets the address as it was read here, so that both see the same host.
    await git(...options.flatMap((one) => ['-c', one]), ...fetch, '--', address.href, ref);
    return manifestsIn(new Git(folder, realpathSync(cwd)), address, path);
  });
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
