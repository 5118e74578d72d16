import type { Source } from '../../../lint/read/source.ts';
import type { Messages } from '../channel.ts';
import type { Host } from '../host.ts';
import type { LintInvocation } from '../lint/arguments.ts';
import { openInput } from '../lint/open-input.ts';

/** The options that select the files that are read, and the way to read them. */
interface ReadingOptions {
  readonly kubernetesVersion?: string;
  readonly config?: string;
  readonly crds?: readonly string[];
  readonly policies?: readonly string[];
  readonly quiet?: boolean;
}

/** The manifests that are read, by the same rules as for lint. */
export interface Reading {
  /** The folder that paths start from. */
  readonly cwd: string;
  readonly invocation: LintInvocation;
  /** Reports whether everything could be read. Call it after everything has been read. */
  isComplete(): boolean;
  read(paths: readonly string[]): Promise<readonly Source[]>;
  /** Reads the CRDs that options name, and those that the repository keeps. */
  crds(): Promise<readonly Source[]>;
}

/**
 * Prepares the reading of manifests for a command that runs policies.
 *
 * @param paths as on the command line
 * @throws UsageError
 */
export function openManifests(
  paths: readonly string[],
  options: ReadingOptions,
  host: Host,
  messages: Messages,
): Reading {
  const { kubernetesVersion, config, crds = [], policies = [], quiet } = options;
  const { input, invocation, inputOf, isComplete } = openInput(paths, host, messages, [
    ...(kubernetesVersion === undefined ? [] : ['--kubernetes-version', kubernetesVersion]),
    ...(config === undefined ? [] : ['--config', config]),
    ...crds.flatMap((path) => ['--crds', path]),
    ...policies.flatMap((path) => ['--policies', path]),
    ...(quiet === true ? ['--quiet'] : []),
  ]);
  return {
    cwd: host.cwd,
    invocation,
    isComplete,
    read: async (named) => {
      const input = inputOf(named);
      const sources = [...(await input.sources())];
      input.finish();
      return sources;
    },
    crds: async () => [...(await input.crds())],
  };
}

/** Reads the paths, if there are any. Without this test, the current folder would be read. */
export async function readIfAny(
  reading: Reading,
  paths: readonly string[],
): Promise<readonly Source[]> {
  return paths.length === 0 ? [] : reading.read(paths);
}
