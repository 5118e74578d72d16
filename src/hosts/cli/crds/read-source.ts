import { delimiter, join, relative, resolve } from 'node:path';
import { parseJson } from '../../../base/json.ts';
import { shownAddress } from '../../../base/shown-address.ts';
import { readSourceName, type SourceName } from '../../../features/crds/source-name.ts';
import type { Source } from '../../../lint/read/source.ts';
import { openArchive } from '../../node/crds/archive.ts';
import { type CrdStore, digestOf } from '../../node/crds/crd-store.ts';
import { type Downloading, download } from '../../node/crds/download.ts';
import { fetchManifests } from '../../node/crds/git-clone.ts';
import { downloadChart } from '../../node/crds/oci-chart.ts';
import { isFolder } from '../../node/disk/disk.ts';
import { readArgument } from '../../node/disk/open-file.ts';
import { reasonOf } from '../../node/disk/problem.ts';
import { MEGABYTE } from '../../node/disk/reading.ts';
import { untilInterrupted } from '../../node/disk/temporary-folder.ts';
import { UnpackLimit } from '../../node/disk/unpack-limit.ts';
import { pathFrom } from '../../node/disk/within.ts';
import {
  foldersOutside,
  isInRepository,
  LONGEST,
  repositoryOf,
} from '../../node/programs/program.ts';
import { runProgram } from '../../node/programs/run-program.ts';
import { UsageError } from '../exit.ts';
import type { Host } from '../host.ts';
import { namedSources } from '../named-sources.ts';

/** The manifests of a source of CRDs. */
interface ReadManifests {
  readonly sources: readonly Source[];
  /** The version of a chart, or the commit of a tag. */
  readonly version?: string | undefined;
  /** The digest of what was read. Undefined if it differs each time. */
  readonly digest?: string;
}

/** A source of CRDs that has been named. */
export interface NamedSource {
  readonly name: string;
  readonly source: SourceName;
}

/**
 * The source that an argument of the command line names.
 *
 * @throws UsageError
 */
export function sourceNamed(text: string, store: CrdStore, { cwd }: Host): NamedSource {
  const source = readSourceName(text);
  if (typeof source === 'string') throw new UsageError(`${shownAddress(text)}: ${source}`);
  if (source.kind !== 'path') return { name: text, source };
  const path = pathFrom(store.root, resolve(cwd, source.path));
  // The dot tells a path from the name of something else.
  return { name: path.startsWith('../') ? path : `./${path}`, source };
}

/**
 * The source that a lock names. Anybody may have written the lock, so it may not name files outside of the repository.
 *
 * @throws UsageError
 */
export function sourceInLock(name: string, store: CrdStore, { cwd }: Host): NamedSource {
  const source = readSourceName(name);
  if (typeof source === 'string') throw new UsageError(`${shownAddress(name)}: ${source}`);
  if (source.kind !== 'path') return { name, source };
  if (store.isOutside(source.path)) {
    throw new UsageError(
      `${name} is outside of the repository; read it again with kubeadmit crds add`,
    );
  }
  const path = relative(cwd, resolve(store.root, source.path)) || '.';
  return { name, source: { kind: 'path', path } };
}

/**
 * Reads the manifests of a source.
 *
 * @throws UsageError if it cannot be read
 */
export async function readManifests(
  { name, source }: NamedSource,
  host: Host,
  downloading: Downloading,
): Promise<ReadManifests> {
  try {
    switch (source.kind) {
      case 'path':
        return await readPath(source.path, host);
      case 'url':
        return openFile(source.url, await download(source.url, downloading));
      case 'git': {
        const { commit, sources } = await fetchManifests(source, host.cwd, downloading);
        return { sources, version: commit, digest: digestOfAll(sources, source.url) };
      }
      case 'cluster':
        return { sources: [await crdsOfCluster(source.context, host)] };
      case 'oci':
        return openFile(name, await downloadChart(source, downloading));
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${name}: ${reasonOf(error)}`);
  }
}

async function readPath(path: string, host: Host): Promise<ReadManifests> {
  const absolute = resolve(host.cwd, path);
  if (isFolder(absolute)) {
    const sources = await namedSources([path], host);
    return { sources, digest: digestOfAll(sources, path) };
  }
  return openFile(path, readArgument(path, host.cwd));
}

/** The files that say which programs kubectl starts to log in. */
function kubeconfigs(): readonly string[] {
  const { KUBECONFIG, HOME } = process.env;
  const named = (KUBECONFIG ?? '').split(delimiter).filter((path) => path !== '');
  return named.length === 0 && HOME !== undefined ? [join(HOME, '.kube/config')] : named;
}

/** The most bytes of the CRDs of a cluster. */
const LARGEST_CLUSTER = 256 * MEGABYTE;

/** The CRDs of a cluster, which kubectl reads. */
async function crdsOfCluster(context: string | undefined, { cwd }: Host): Promise<Source> {
  const config = kubeconfigs().find((path) => isInRepository(resolve(cwd, path), cwd));
  if (config !== undefined) {
    throw new UsageError(
      `${config} is in the repository, and may name programs; set KUBECONFIG to a file elsewhere`,
    );
  }
  const args = ['get', 'customresourcedefinitions.apiextensions.k8s.io', '--output=json'];
  const repository = repositoryOf(cwd);
  const content = await untilInterrupted((interrupted) =>
    runProgram(
      'kubectl',
      context === undefined ? args : [...args, `--context=${context}`],
      repository,
      {
        cwd,
        env: { ...process.env, PATH: foldersOutside(repository).join(delimiter) },
        time: LONGEST,
        output: LARGEST_CLUSTER,
        interrupted,
      },
    ),
  );
  const { items } = parseJson<{ readonly items?: unknown } | null>(content) ?? {};
  if (!Array.isArray(items)) throw new Error('kubectl has not printed a list in JSON');
  return { name: 'cluster', content };
}

/** The manifests in a file: an archive, or a text. */
function openFile(name: string, content: Uint8Array): ReadManifests {
  const opened = isGzip(content)
    ? openArchive(name, content, new UnpackLimit())
    : { sources: [{ name, content }] };
  return { ...opened, digest: digestOf(content) };
}

/** Reports whether a content is compressed. The address of a download need not say it. */
function isGzip(content: Uint8Array): boolean {
  return content[0] === 0x1f && content[1] === 0x8b;
}

/** The digest of several files: that of a list of their names and digests. */
function digestOfAll(sources: readonly Source[], folder: string): string {
  const lines = sources.map(({ name, content }) => {
    const path = name.startsWith(`${folder}/`) ? name.slice(folder.length + 1) : name;
    return `${digestOf(content)} ${path}\n`;
  });
  return digestOf(lines.join(''));
}
