import { ConfigFiles } from '../../node/config-files.ts';
import { FileSelection } from '../../node/file-selection.ts';
import type { Messages } from '../channel.ts';
import type { Host } from '../host.ts';
import { invocationOf, type LintInvocation, parseLintArguments } from './arguments.ts';
import { checkConfiguredPaths } from './configured-paths.ts';
import { Input } from './input.ts';

/** The input of a command other than lint, which is read as lint reads it. */
export interface OpenInput {
  readonly input: Input;
  readonly invocation: LintInvocation;
  /** Returns an input of other paths, with the same options. */
  inputOf(paths: readonly string[]): Input;
  /**
   * Reports whether everything could be read, including the configurations. Call it after the sources have been read.
   */
  isComplete(): boolean;
}

/**
 * Opens paths as lint does, with the configurations that apply to them.
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
  const parsed = parseLintArguments([...options, '--', ...paths]);
  if ('show' in parsed) throw new Error('options that show a text are not passed on');
  const configs = new ConfigFiles(host.cwd, parsed.config, (path, reason) =>
    messages.complain(`${path}: ${reason}`),
  );
  const invocation = invocationOf(parsed, configs.forRun()?.config);
  if (configs.areValid) checkConfiguredPaths(configs, parsed.settings, host.cwd);
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
      if (!configs.areValid) {
        messages.complain('the configuration is not valid; kubeadmit config show reports why');
      }
      return configs.areValid && inputs.every(({ failed }) => !failed);
    },
  };
}
