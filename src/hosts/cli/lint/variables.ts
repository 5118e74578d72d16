import { nearestName } from '../../../result/suggestion.ts';
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
 * Options that variables set, as arguments: `KUBEADMIT_FAIL_ON=warning` is `--fail-on=warning`. An option of the
 * command line takes precedence over its variable. A variable without a value is ignored, and so is one that is not
 * similar to the name of an option: in a pod, Kubernetes sets `KUBEADMIT_PORT` and others if a Service is called
 * kubeadmit.
 *
 * @throws UsageError for a flag that is neither true nor false, and for a misspelled name
 */
export function argumentsFromVariables(
  options: readonly OptionDescription[],
  args: readonly string[],
  env: Host['env'],
): readonly string[] {
  refuseMisspelled(options.map(longName), env);
  return options.flatMap(({ names, placeholder }) => {
    const option = longName({ names });
    if (WITHOUT_VARIABLE.has(option)) return [];
    const variable = variableOf(option);
    const value = env[variable] ?? '';
    if (value === '' || args.some((arg) => names.some((name) => isGiven(name, arg)))) return [];
    if (placeholder !== undefined) return [`${option}=${value}`];
    const isOn = SWITCHES.get(value);
    if (isOn === undefined) throw new UsageError(`${variable} must be true or false`);
    return isOn ? [option] : [];
  });
}

/**
 * The options that show a text instead of a run. CI systems use names such as `KUBEADMIT_VERSION` for something else.
 */
const WITHOUT_VARIABLE: ReadonlySet<string> = new Set(['--help', '--version']);

const PREFIX = 'KUBEADMIT_';

/** @throws UsageError if the name of a variable is similar to that of an option */
function refuseMisspelled(options: readonly string[], env: Host['env']): void {
  const known = options.map((option) => variableOf(option).slice(PREFIX.length));
  for (const variable of Object.keys(env)) {
    const name = variable.slice(PREFIX.length);
    if (!variable.startsWith(PREFIX) || known.includes(name) || name === 'CACHE_DIR') continue;
    const meant = nearestName(name, known);
    if (meant !== undefined) {
      throw new UsageError(`unknown variable ${variable}; did you mean ${PREFIX}${meant}?`);
    }
  }
}

function longName({ names }: Pick<OptionDescription, 'names'>): string {
  return names.find((name) => name.startsWith('--')) ?? '';
}

/** The variable that sets an option, such as `--fail-on`. */
function variableOf(option: string): string {
  return `${PREFIX}${option.slice(2).toUpperCase().replaceAll('-', '_')}`;
}

/** Reports whether an argument is an option with this name, with or without a value. */
function isGiven(name: string, arg: string): boolean {
  if (name.startsWith('--')) return arg === name || arg.startsWith(`${name}=`);
  return arg.startsWith(name);
}
