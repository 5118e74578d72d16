import type { OptionDescription } from '../argument-parser.ts';
import { UsageError } from '../exit.ts';
import type { Host } from '../host.ts';

/** The values of a variable for a flag. */
const SWITCHES: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/**
 * Options that variables set, as arguments: `KUBEADMIT_FAIL_ON=warning` is `--fail-on=warning`. An option of the command
 * line takes precedence over its variable. A variable without a value is ignored, and so is one that is not the name of an
 * option: in a pod, Kubernetes sets `KUBEADMIT_PORT` and others if a Service is called kubeadmit.
 *
 * @throws UsageError for a flag that is neither true nor false
 */
export function argumentsFromVariables(
  options: readonly OptionDescription[],
  args: readonly string[],
  env: Host['env'],
): readonly string[] {
  return options.flatMap(({ names, placeholder }) => {
    const option = names.find((name) => name.startsWith('--')) ?? '';
    const variable = variableOf(option);
    const value = env[variable] ?? '';
    if (value === '' || args.some((arg) => names.some((name) => isGiven(name, arg)))) return [];
    if (placeholder !== undefined) return [`${option}=${value}`];
    const isOn = SWITCHES.get(value);
    if (isOn === undefined) throw new UsageError(`${variable} must be true or false`);
    return isOn ? [option] : [];
  });
}

/** The variable that sets an option, such as `--fail-on`. */
function variableOf(option: string): string {
  return `KUBEADMIT_${option.slice(2).toUpperCase().replaceAll('-', '_')}`;
}

/** Reports whether an argument is an option with this name, with or without a value. */
function isGiven(name: string, arg: string): boolean {
  if (name.startsWith('--')) return arg === name || arg.startsWith(`${name}=`);
  return arg.startsWith(name);
}
