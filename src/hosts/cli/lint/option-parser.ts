import {
  OPTION_SETTINGS,
  SETTINGS,
  type SettingName,
  type Settings,
} from '../../../config/settings.ts';
import { ruleNameProblem } from '../../../lint/rules/rule-names.ts';
import { FORMATS } from '../../../report/format.ts';
import { MAX_TEXT } from '../../../yaml/index.ts';
import { MEGABYTE } from '../../node/disk/reading.ts';
import {
  ArgumentParser,
  type OptionDescription,
  type ParsedArguments,
} from '../argument-parser.ts';
import { COMMAND_LIST } from '../command-list.ts';
import { UsageError } from '../exit.ts';
import type { Host } from '../host.ts';
import { readOption } from '../read-option.ts';
import { OutputOptions } from './outputs.ts';
import { type CommandLineOptions, RUN_OPTIONS } from './run-options.ts';
import { argumentsFromVariables } from './variables.ts';

const EXAMPLES = `
Examples:
  kubeadmit config/                        check a folder
  helm template chart | kubeadmit -        check rendered manifests
  kubeadmit --kubernetes-version 1.31..1.36 crds/*.yaml
  kubeadmit explain webhook/timeout

Options can also be set in .kubeadmit.yaml (kubeadmit config init writes one), and by
variables such as KUBEADMIT_FAIL_ON=warning.

Exit status: 0 no finding at or above --fail-on, 1 findings or no byte on standard
input, 2 wrong usage or configuration, input that cannot be read, or a bug of kubeadmit.`;

/** The options in the form of commander, under the names that it derives, and the requested reports. */
export type LintOptionValues = Partial<Settings & CommandLineOptions> & {
  readonly color?: boolean;
};

/**
 * Reads any options of a run over manifests.
 *
 * @param args without the name of the program, and without `lint`
 * @param env variables, some of which may set options
 * @throws UsageError
 */
export function parseLintOptions(
  args: readonly string[],
  env: Host['env'],
): ParsedArguments<LintOptionValues> {
  const outputs = new OutputOptions();
  const parser = lintParser(outputs);
  const parsed = parser.parse([...argumentsFromVariables(parser.options, args, env), ...args]);
  if (parsed.kind === 'show') return parsed;
  const formats = outputs.outputs;
  return formats === undefined ? parsed : { ...parsed, options: { ...parsed.options, formats } };
}

/** The options of a run over manifests, for completion. */
export function lintOptions(): readonly OptionDescription[] {
  return lintParser(new OutputOptions()).options;
}

function lintParser(outputs: OutputOptions): ArgumentParser<LintOptionValues> {
  const parser = new ArgumentParser<LintOptionValues>(
    'lint',
    'Checks whether the Kubernetes API server will admit a manifest, offline.',
    "files, folders and patterns; '-' is standard input (default: the current folder)",
    { usage: '[lint] [options] [paths...]', operands: '[paths...]' },
  )
    .option('-f, --format <format>', `${FORMATS.join(', ')}; may be repeated with -o`, (name) =>
      outputs.addFormat(name),
    )
    .option('-o, --output <file>', 'write the report to a file', (file) => outputs.addFile(file));
  for (const [name, flags] of OPTION_SETTINGS) addSetting(parser, name, flags);
  for (const { type, flags, description } of Object.values(RUN_OPTIONS)) {
    if (type === 'rules') parser.option(flags, description, addRuleNames);
    else if (type === 'size') parser.option(flags, description, fileSize);
    else parser.option(flags, description);
    if (flags === RUN_OPTIONS.config.flags) parser.option('--no-config', 'use no configuration');
  }
  return parser.commonOptions().helpAfter(`\nCommands:\n${commandList()}\n${EXAMPLES}`);
}

/** Adds the option of a setting; one with a value is read as in a configuration. */
function addSetting(
  parser: ArgumentParser<LintOptionValues>,
  name: SettingName,
  flags: string,
): void {
  const { type, description } = SETTINGS[name];
  if (!flags.includes('<')) {
    parser.option(flags, description);
    return;
  }
  parser.option(flags, description, (text, before: unknown) => {
    const value = readOption<unknown>(type, text);
    if (before instanceof Map && value instanceof Map) return new Map([...before, ...value]);
    return type.isList && Array.isArray(before) && Array.isArray(value)
      ? [...before, ...value]
      : value;
  });
}

/** A number of megabytes, in bytes. */
function fileSize(text: string): number {
  const size = /^\d{1,4}$/.test(text) ? Number(text) * MEGABYTE : 0;
  if (size > 0 && size <= MAX_TEXT) return size;
  throw new UsageError(
    `--max-file-size takes a number of megabytes from 1 to ${MAX_TEXT / MEGABYTE}`,
  );
}

function commandList(): string {
  const rows = COMMAND_LIST.map(({ name, operands, summary }) => [`${name} ${operands}`, summary]);
  const all = [...rows, ['help [command]', 'print help']] as const;
  const width = Math.max(...all.map(([usage = '']) => usage.length));
  return all.map(([usage = '', summary = '']) => `  ${usage.padEnd(width)}  ${summary}`).join('\n');
}

/** Adds a comma-separated list of rules and families. */
function addRuleNames(text: string, before: readonly string[] | undefined): readonly string[] {
  const names = text
    .split(',')
    .map((name) => name.trim().replace(/\/\*?$/, ''))
    .filter((name) => name !== '');
  if (names.length === 0) throw new UsageError('the list of rules is empty');
  for (const name of names) {
    const problem = ruleNameProblem(name);
    if (problem !== undefined) throw new UsageError(problem);
  }
  return [...(before ?? []), ...names];
}
