import type { Source } from '../../engine/source-text.ts';
import { ConfigFiles } from '../../input/config-files.ts';
import { FileSelection } from '../../input/file-selection.ts';
import type { Messages } from '../channel.ts';
import { UsageError } from '../exit.ts';
import type { Host } from '../host.ts';
import { invocationOf, type LintInvocation, parseLintArguments } from '../lint/arguments.ts';
import { Input } from '../lint/input.ts';

/** The options that decide what is read, and how. */
export interface ReadingOptions {
  readonly kubernetesVersion?: string;
  readonly config?: string;
  readonly crds?: readonly string[];
  readonly quiet?: true;
}

/** What is read, by the same rules as for lint. */
export interface Reading {
  readonly invocation: LintInvocation;
  readonly failed: boolean;
  read(paths: readonly string[]): Promise<readonly Source[]>;
}

/**
 * Prepares the reading of manifests for a command that runs policies.
 *
 * @param paths as on the command line
 * @throws UsageError
 */
export function openInput(
  paths: readonly string[],
  options: ReadingOptions,
  host: Host,
  messages: Messages,
): Reading {
  const { kubernetesVersion, config, crds = [], quiet } = options;
  const lintArguments = [
    ...(kubernetesVersion === undefined ? [] : ['--kubernetes-version', kubernetesVersion]),
    ...(config === undefined ? [] : ['--config', config]),
    ...crds.flatMap((path) => ['--crds', path]),
    ...(quiet === true ? ['--quiet'] : []),
    '--',
    ...paths,
  ];
  const parsed = parseLintArguments(lintArguments);
  if ('show' in parsed) throw new UsageError('give files or folders');
  const { cwd } = host;
  const configs = new ConfigFiles(cwd, parsed.config, (path, reason) =>
    messages.complain(`${path}: ${reason}`),
  );
  const invocation = invocationOf(parsed, configs.forRun()?.config);
  if (!configs.areValid) {
    throw new UsageError('the configuration is not valid; kubeadmit config show reports why');
  }
  const selection = new FileSelection(configs, cwd, {
    exclude: [],
    forceExclude: false,
    except: [],
  });
  const inputs: Input[] = [];
  return {
    invocation,
    get failed() {
      return inputs.some(({ failed }) => failed);
    },
    read: async (named) => {
      const place = { cwd, configs, selection };
      const input = new Input({ ...invocation, paths: named }, place, host, messages);
      inputs.push(input);
      const sources = [...(await input.sources())];
      input.finish();
      return sources;
    },
  };
}

/** Without paths, the current folder would be read. */
export async function readIfAny(
  reading: Reading,
  paths: readonly string[],
): Promise<readonly Source[]> {
  return paths.length === 0 ? [] : reading.read(paths);
}
