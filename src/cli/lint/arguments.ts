import type { Config } from '../../config/config.ts';
import { settingOf } from '../../config/config.ts';
import type { ReportOutput } from '../../config/report-output.ts';
import {
  OPTION_SETTINGS,
  SETTINGS,
  type SettingName,
  type Settings,
} from '../../config/settings.ts';
import { ruleNameProblem } from '../../engine/rule-names.ts';
import type { ConfigChoice } from '../../input/config-files.ts';
import { MEGABYTE } from '../../input/reading.ts';
import { FORMATS } from '../../report/format.ts';
import { MAX_TEXT } from '../../yaml/index.ts';
import {
  ArgumentParser,
  type OptionDescription,
  type ParsedArguments,
} from '../argument-parser.ts';
import { COMMANDS } from '../commands.ts';
import { UsageError } from '../exit.ts';
import { readOption } from '../read-option.ts';
import { OutputOptions } from './outputs.ts';

/** How much is said beside the report. */
export type Verbosity = 'quiet' | 'normal' | 'verbose';

/** What a command line says of fixes. */
export interface FixArguments {
  /** Whether fixes are applied that choose what the author meant. */
  readonly unsafe: boolean;
  /** Whether files stay as they are, and the changes are shown. */
  readonly dryRun: boolean;
}

/** What a command line says of a run over manifests. */
export interface LintArguments {
  readonly paths: readonly string[];
  /** The settings that options name; a configuration may name the others. */
  readonly settings: Partial<Settings>;
  readonly config: ConfigChoice;
  /** Whether all findings become known ones, and are not reported. */
  readonly writeBaseline: boolean;
  /** Whether known findings that no longer occur are taken out of the baseline. */
  readonly pruneBaseline: boolean;
  /** The revision whose findings are not reported. */
  readonly since: string | undefined;
  /** Which findings are fixed; undefined if they are only reported. */
  readonly fix: FixArguments | undefined;
  /** Whether the input is only a part of what belongs together. */
  readonly partial: boolean;
  /** Whether files that are named may be excluded too. */
  readonly forceExclude: boolean;
  /** Whether symbolic links that lead out of the named folders are followed. */
  readonly followLinks: boolean;
  /** How large a file may be, in bytes. */
  readonly maxFileSize: number;
  readonly only: readonly string[] | undefined;
  readonly skip: readonly string[] | undefined;
  /** A commit, a file or a folder with the objects that are stored; undefined if all are created. */
  readonly base: string | undefined;
  /** The file that standard input has the text of; undefined where it is none. */
  readonly stdinFilename: string | undefined;
  /** The chart or the kustomization that the input was rendered from; the working folder where none is named. */
  readonly renderedFrom: string | undefined;
  readonly verbosity: Verbosity;
  readonly statistics: boolean;
  readonly color: boolean | undefined;
}

/** What a run over manifests is asked to do. */
export type LintInvocation = Omit<LintArguments, 'settings' | 'config'> &
  Omit<Settings, 'formats' | 'exclude'> & { readonly outputs: readonly ReportOutput[] };

const EXAMPLES = `
Examples:
  kubeadmit config/                        check a folder
  helm template chart | kubeadmit -        check rendered manifests
  kubeadmit --kubernetes-version 1.31..1.36 crds/*.yaml
  kubeadmit explain webhook/timeout

Options can be set in .kubeadmit.yaml too (kubeadmit config --help).

Exit status: 0 no finding at or above --fail-on, 1 findings, 2 wrong usage or
configuration, input that cannot be read, or a bug of kubeadmit.`;

/** The options as commander hands them over, under the names that it derives. */
type LintOptionValues = Partial<Omit<Settings, 'formats'>> & {
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
 * Reads the command line of a run over manifests.
 *
 * @param args without the name of the program, and without `lint`
 * @returns what to run, or text to show
 * @throws UsageError
 */
export function parseLintArguments(
  args: readonly string[],
): LintArguments | { readonly show: string } {
  const outputs = new OutputOptions();
  const parsed: ParsedArguments<LintOptionValues> = args.every(isOperand)
    ? { kind: 'run', operands: args, options: {} }
    : lintParser(outputs).parse(args);
  if (parsed.kind === 'show') return { show: parsed.text };
  const { operands, options } = parsed;
  const {
    config,
    writeBaseline = false,
    pruneBaseline = false,
    since,
    forceExclude = false,
    followLinks = false,
    maxFileSize = DEFAULT_MAX_FILE_SIZE,
    partial = false,
    only,
    skip,
    base,
    stdinFilename,
    renderedFrom,
    quiet,
    verbose,
    color,
  } = options;
  const formats = outputs.outputs;
  return {
    paths: operands,
    settings: { ...settingsOf(options), ...(formats === undefined ? {} : { formats }) },
    config: choiceOf(config),
    writeBaseline,
    pruneBaseline,
    since,
    fix: fixArgumentsOf(options),
    forceExclude,
    followLinks,
    maxFileSize,
    partial,
    only,
    skip,
    base,
    stdinFilename,
    renderedFrom,
    verbosity: quiet === true ? 'quiet' : verbose === true ? 'verbose' : 'normal',
    statistics: options.statistics ?? false,
    color,
  };
}

/** What the options say of fixes. */
function fixArgumentsOf(options: LintOptionValues): FixArguments | undefined {
  const { fix = false, dryRun = false, unsafeFixes = false } = options;
  if (fix) {
    if (options.writeBaseline || options.pruneBaseline) {
      throw new UsageError('--fix cannot be combined with --write-baseline or --prune-baseline');
    }
    return { unsafe: unsafeFixes, dryRun };
  }
  if (dryRun) throw new UsageError('--dry-run requires --fix');
  if (unsafeFixes) throw new UsageError('--unsafe-fixes requires --fix');
  return undefined;
}

/** Whether an argument is none but a path; paths alone are taken as they are, so that no parser has to be loaded. */
function isOperand(arg: string): boolean {
  return arg === '-' || !arg.startsWith('-');
}

/** The settings among the options. */
function settingsOf(options: LintOptionValues): Partial<Settings> {
  const names = OPTION_SETTINGS.map(([name]): string => name);
  return Object.fromEntries(Object.entries(options).filter(([name]) => names.includes(name)));
}

/** The options of a run over manifests, for completion. */
export function lintOptions(): readonly OptionDescription[] {
  return lintParser(new OutputOptions()).options;
}

/** Fills in what a configuration says, and the defaults. */
export function invocationOf(
  { settings, config: _, ...rest }: LintArguments,
  config: Config | undefined,
): LintInvocation {
  const chosen = <Name extends SettingName>(name: Name): Settings[Name] | undefined =>
    settings[name] ?? (config === undefined ? undefined : settingOf(config, name)?.value);
  const settled = <Name extends SettingName>(name: Name): Settings[Name] =>
    chosen(name) ?? SETTINGS[name].initial;
  const failOn = settled('failOn');
  return {
    ...rest,
    outputs: settled('formats'),
    kubernetesVersion: settled('kubernetesVersion'),
    runtimeConfig: settled('runtimeConfig'),
    featureGates: settled('featureGates'),
    failOn,
    failOnEmpty: settled('failOnEmpty'),
    // Who fails on infos wants to see them.
    pedantic: chosen('pedantic') ?? failOn === 'info',
    crds: settled('crds'),
    policies: settled('policies'),
    maxFindings: settled('maxFindings'),
    baseline: settled('baseline'),
  };
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

const DEFAULT_MAX_FILE_SIZE = 64 * MEGABYTE;

/** A number of megabytes, in bytes. */
function fileSize(text: string): number {
  const size = /^\d{1,4}$/.test(text) ? Number(text) * MEGABYTE : 0;
  if (size > 0 && size <= MAX_TEXT) return size;
  throw new UsageError(
    `--max-file-size takes a number of megabytes from 1 to ${MAX_TEXT / MEGABYTE}`,
  );
}

function choiceOf(config: string | false | undefined): ConfigChoice {
  if (config === false) return { kind: 'none' };
  return config === undefined ? { kind: 'nearest' } : { kind: 'named', path: config };
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
