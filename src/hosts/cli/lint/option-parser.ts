import {
  OPTION_SETTINGS,
  SETTINGS,
  type SettingName,
  type Settings,
} from '../../../config/settings.ts';
import { ruleNameProblem } from '../../../lint/rules/rule-names.ts';
import { FORMATS } from '../../../report/format.ts';
import { MAX_TEXT } from '../../../yaml/index.ts';
import { DEFAULT_MAX_FILE_SIZE, MEGABYTE } from '../../node/reading.ts';
import {
  ArgumentParser,
  type OptionDescription,
  type ParsedArguments,
} from '../argument-parser.ts';
import { COMMANDS } from '../commands.ts';
import { UsageError } from '../exit.ts';
import { readOption } from '../read-option.ts';
import { OutputOptions } from './outputs.ts';

const EXAMPLES = `
Examples:
  kubeadmit config/                        check a folder
  helm template chart | kubeadmit -        check rendered manifests
  kubeadmit --kubernetes-version 1.31..1.36 crds/*.yaml
  kubeadmit explain webhook/timeout

Options can be set in .kubeadmit.yaml too (kubeadmit config --help).

Exit status: 0 no finding at or above --fail-on, 1 findings, 2 wrong usage or
configuration, input that cannot be read, or a bug of kubeadmit.`;

/** The options in the form of commander, under the names that it derives, and the requested reports. */
export type LintOptionValues = Partial<Settings> & {
  /** False for `--no-config`. */
  readonly config?: string | false;
  readonly writeBaseline?: boolean;
  readonly pruneBaseline?: boolean;
  readonly since?: string;
  readonly fix?: boolean;
  readonly dryRun?: boolean;
  readonly unsafeFixes?: boolean;
  readonly forceExclude?: boolean;
  readonly followLinks?: boolean;
  readonly maxFileSize?: number;
  readonly partial?: boolean;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly base?: string;
  readonly stdinFilename?: string;
  readonly renderedFrom?: string;
  readonly statistics?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly color?: boolean;
};

/**
 * Reads any options of a run over manifests.
 *
 * @param args without the name of the program, and without `lint`
 * @throws UsageError
 */
export function parseLintOptions(args: readonly string[]): ParsedArguments<LintOptionValues> {
  const outputs = new OutputOptions();
  const parsed = lintParser(outputs).parse(args);
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
    'kubeadmit [lint] [options] [paths...]',
    'Checks whether the Kubernetes API server will admit a manifest, offline.',
    '[paths...]',
    "files, folders and patterns; '-' is standard input (default: the current folder)",
  )
    .option('-f, --format <format>', `${FORMATS.join(', ')}; may be repeated with -o`, (name) =>
      outputs.addFormat(name),
    )
    .option('-o, --output <file>', 'write the report to a file', (file) => outputs.addFile(file));
  for (const [name, flags] of OPTION_SETTINGS) addSetting(parser, name, flags);
  return parser
    .option('--write-baseline', 'write all findings into the baseline')
    .option('--prune-baseline', 'remove from the baseline what no longer occurs')
    .option('--since <revision>', 'report only what is new since a revision of git')
    .option('--fix', 'fix what can be fixed safely, and report the rest')
    .option('--unsafe-fixes', 'with --fix: also apply fixes that choose a meaning')
    .option('--dry-run', 'with --fix: print the changes, and change no file')
    .option('--force-exclude', 'exclude also files that are named')
    .option('--follow-links', 'follow symbolic links that lead out of the named folders')
    .option(
      '--max-file-size <MB>',
      `the size above which files are not read (default: ${DEFAULT_MAX_FILE_SIZE / MEGABYTE})`,
      fileSize,
    )
    .option('--partial', 'report nothing that files which are not read may contradict')
    .option('--config <file>', 'use this configuration instead of the nearest .kubeadmit.yaml')
    .option('--no-config', 'use no configuration')
    .option('--only <rules>', 'report only these rules or families', addRuleNames)
    .option('--skip <rules>', 'do not report these rules or families', addRuleNames)
    .option(
      '--base <ref|path>',
      'judge updates of the objects in a commit (main; main... is the merge base), file or folder',
    )
    .option('--stdin-filename <name>', 'the file that standard input has the text of')
    .option(
      '--rendered-from <folder>',
      'the chart or kustomization that the input was rendered from',
    )
    .option(
      '--stats, --statistics',
      'count findings by rule, and documents by kind, verdict and reason',
    )
    .option('--quiet', 'print only the findings')
    .option('--verbose', 'print which files are read')
    .commonOptions()
    .helpAfter(`\nCommands:\n${commandList()}\n${EXAMPLES}`);
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
  parser.option<unknown>(flags, description, (text, before) => {
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
  const rows = COMMANDS.map(({ name, operands, summary }) => [`${name} ${operands}`, summary]);
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
