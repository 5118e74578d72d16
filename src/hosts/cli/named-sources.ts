import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Source } from '../../lint/read/source.ts';
import { ConfigFiles } from '../node/config-files.ts';
import { isArchive, readArchive } from '../node/crds/archive.ts';
import { CrdStore } from '../node/crds/crd-store.ts';
import { reasonOf } from '../node/disk/problem.ts';
import { DEFAULT_MAX_FILE_SIZE, type Reading } from '../node/disk/reading.ts';
import { SkippedFiles } from '../node/disk/skipped-files.ts';
import { UnpackLimit, UnpackProblem } from '../node/disk/unpack-limit.ts';
import { GitProblem } from '../node/git/git.ts';
import { readGitBase } from '../node/git-base.ts';
import { findFiles } from '../node/paths.ts';
import { readFiles, readStandardInput } from '../node/read.ts';
import { UsageError } from './exit.ts';
import type { Host } from './host.ts';

/**
 * Reads the manifests that the operands of a command name: files, folders, patterns, packed charts, and `-` for
 * standard input.
 *
 * @param unpackLimit for all that the run unpacks
 * @throws UsageError if one of them cannot be read
 */
export async function namedSources(
  paths: readonly string[],
  host: Host,
  unpackLimit = new UnpackLimit(),
): Promise<Source[]> {
  const { cwd } = host;
  const onProblem = (path: string, reason: string) => {
    throw new UsageError(`${path}: ${reason}`);
  };
  const configs = new ConfigFiles(cwd, { kind: 'none' }, onProblem);
  const reading = {
    cwd,
    followsLinks: false,
    maxFileSize: DEFAULT_MAX_FILE_SIZE,
    onProblem,
    skipped: new SkippedFiles(),
  };
  const sources: Source[] = [];
  for (const path of paths) {
    if (isArchive(path)) addAll(sources, sourcesInArchive(path, cwd, unpackLimit));
    else if (path === '-') {
      const source = await standardInput(host, configs, reading);
      if (source !== undefined) sources.push(source);
    } else {
      const files = await findFiles([path], reading);
      addAll(sources, readFiles(files, { configs }, reading));
    }
  }
  return sources;
}

/** Adds sources to others. One call of `push` cannot take very many. */
function addAll(sources: Source[], more: Iterable<Source>): void {
  for (const source of more) sources.push(source);
}

/**
 * Reads the CRDs that an option names, or else those that the repository keeps.
 *
 * @param problem the message if there are none
 * @throws UsageError if there are none, or one of them cannot be read
 */
export async function crdSources(
  paths: readonly string[],
  host: Host,
  problem = 'name the CRDs with --crds',
): Promise<readonly Source[]> {
  if (paths.length > 0) return namedSources(paths, host);
  const kept = CrdStore.of(host.cwd).sources((path, reason) => {
    throw new UsageError(`${path}: ${reason}`);
  });
  if (kept.length === 0) throw new UsageError(problem);
  return kept;
}

async function standardInput(
  { stdin }: Host,
  configs: ConfigFiles,
  reading: Reading,
): Promise<Source | undefined> {
  try {
    return await readStandardInput(stdin, undefined, configs, reading);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`standard input: ${reasonOf(error)}`);
  }
}

function sourcesInArchive(path: string, cwd: string, unpackLimit: UnpackLimit): readonly Source[] {
  try {
    return readArchive(path, cwd, unpackLimit);
  } catch (error) {
    throw new UsageError(`${path}: ${reasonOf(error)}`);
  }
}

/**
 * Reads one state of manifests: from a path if it exists, otherwise from a commit of git.
 *
 * @param paths the paths that are read from a commit
 * @throws UsageError
 */
export async function stateSources(
  name: string,
  paths: readonly string[],
  host: Host,
  unpackLimit: UnpackLimit,
): Promise<readonly Source[]> {
  if (name === '-' || existsSync(resolve(host.cwd, name)) || isArchive(name))
    return namedSources([name], host, unpackLimit);
  try {
    return readGitBase(name, paths, host.cwd, unpackLimit);
  } catch (error) {
    if (error instanceof GitProblem || error instanceof UnpackProblem) {
      throw new UsageError(`${name}: ${error.message}`);
    }
    throw error;
  }
}
