import { type Minor, newestOf } from '../../../server/kubernetes/minors.ts';
import { ConfigFiles } from '../../node/config-files.ts';
import { FileSelection } from '../../node/file-selection.ts';
import type { Messages } from '../channel.ts';
import { UsageError } from '../exit.ts';
import type { Host } from '../host.ts';
import {
  invocationOf,
  type LintArguments,
  type LintInvocation,
  parseLintArguments,
} from './arguments.ts';
import { checkConfiguredPaths } from './configured-paths.ts';
import { Input } from './input.ts';

/** The input of a command other than lint, which is read as lint reads it. */
interface OpenInput {
  readonly input: Input;
  readonly invocation: LintInvocation;
  /** Returns an input of other paths, with the same options. */
  inputOf(paths: readonly string[]): Input;
  /**
   * Reports whether everything could be read, including the configurations. Call it after the sources have been read.
   */
  isComplete(): boolean;
}

const INVALID_CONFIG = 'the configuration is not valid; kubeadmit config show reports why';

/**
 * Opens paths as lint does, with the variables and the configurations that apply to them.
 *
 * @param options options of lint
 * @throws UsageError
 */
export function openInput(
  paths: readonly string[],
  host: Host,
  messages: Messages,
  options: readonly string[] = [],
): OpenInput {
  const opened = openSettings([...options, '--', ...paths], host, messages);
  const { configs, invocation } = opened;
  if (configs.areValid) checkConfiguredPaths(configs, opened.given, host.cwd);
  const everything = { exclude: [], forceExclude: false, except: [] };
  const selection = new FileSelection(configs, host.cwd, everything);
  const inputs: Input[] = [];
  const inputOf = (named: readonly string[]): Input => {
    const place = { cwd: host.cwd, configs, selection };
    const input = new Input({ ...invocation, paths: named }, place, host, messages);
    inputs.push(input);
    return input;
  };
  return {
    input: inputOf(invocation.paths),
    invocation,
    inputOf,
    isComplete: () => {
      if (!configs.areValid) messages.complain(INVALID_CONFIG);
      return configs.areValid && inputs.every(({ failed }) => !failed);
    },
  };
}

/** The options of lint that commands have which read no manifests as lint does. */
interface ClusterOptions {
  readonly kubernetesVersion?: Minor;
  readonly crds?: readonly string[];
}

/** The settings of such a command. */
export interface ClusterSettings {
  readonly minor: Minor;
  /**
   * The CRDs that the command knows.
   *
   * @throws UsageError if the configuration names wrong ones
   */
  crds(): readonly string[];
}

/**
 * The settings of a command: those of its options, else those of variables, else those of the configuration.
 *
 * @throws UsageError
 */
export function clusterSettings(
  { kubernetesVersion, crds }: ClusterOptions,
  host: Host,
  messages: Messages,
): ClusterSettings {
  const { configs, invocation, given } = openSettings([], host, messages);
  if (!configs.areValid) throw new UsageError(INVALID_CONFIG);
  return {
    minor: kubernetesVersion ?? newestOf(invocation.kubernetesVersion),
    crds() {
      checkConfiguredPaths(configs, { ...given, ...(crds && { crds }) }, host.cwd);
      return crds ?? invocation.crds;
    },
  };
}

interface OpenSettings {
  readonly configs: ConfigFiles;
  readonly invocation: LintInvocation;
  /** The settings of options and variables. */
  readonly given: LintArguments['settings'];
}

/**
 * Completes arguments of lint by variables and the configuration.
 *
 * @throws UsageError
 */
function openSettings(args: readonly string[], host: Host, messages: Messages): OpenSettings {
  const parsed = parseLintArguments(args, host.env);
  if ('show' in parsed) throw new Error('options that show a text are not passed on');
  const configs = new ConfigFiles(host.cwd, parsed.config, (path, reason) =>
    messages.complain(`${path}: ${reason}`),
  );
  const invocation = invocationOf(parsed, configs.forRun()?.config);
  return { configs, invocation, given: parsed.settings };
}
