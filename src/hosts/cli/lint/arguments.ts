import type { Config } from '../../../config/config.ts';
import { settingOf } from '../../../config/config.ts';
import type { ReportOutput } from '../../../config/report-output.ts';
import { SETTINGS, type SettingName, type Settings } from '../../../config/settings.ts';
import type { ConfigChoice } from '../../node/config-files.ts';
import { DEFAULT_MAX_FILE_SIZE } from '../../node/reading.ts';
import type { ParsedArguments } from '../argument-parser.ts';
import { UsageError } from '../exit.ts';
import { type LintOptionValues, parseLintOptions } from './option-parser.ts';

/** The number of messages that are printed in addition to the report. */
export type Verbosity = 'quiet' | 'normal' | 'verbose';

/** The options of a command line for fixes. */
export interface FixArguments {
  /** True if fixes are applied that choose one of several possible intentions of the author. */
  readonly unsafe: boolean;
  /** True if the changes are only shown, and files do not change. */
  readonly dryRun: boolean;
}

/** The arguments of a run over manifests. */
export interface LintArguments {
  readonly paths: readonly string[];
  /** The settings that options name; a configuration may name the others. */
  readonly settings: Partial<Settings>;
  readonly config: ConfigChoice;
  /** True if all findings become known ones, and are not reported. */
  readonly writeBaseline: boolean;
  /** True if known findings that no longer occur are removed from the baseline. */
  readonly pruneBaseline: boolean;
  /** The revision whose findings are not reported. */
  readonly since: string | undefined;
  /** The options for fixes. Undefined if findings are only reported. */
  readonly fix: FixArguments | undefined;
  /** True if the input is only a part of the objects that are applied together. */
  readonly partial: boolean;
  /** True if files that are named may be excluded too. */
  readonly forceExclude: boolean;
  /** True if symbolic links to targets outside of the named folders are followed. */
  readonly followLinks: boolean;
  /** The largest size of a file, in bytes. */
  readonly maxFileSize: number;
  readonly only: readonly string[] | undefined;
  readonly skip: readonly string[] | undefined;
  /** A commit, a file or a folder with the objects that are stored; undefined if all are created. */
  readonly base: string | undefined;
  /** The file that standard input has the text of. Undefined if it is not the text of a file. */
  readonly stdinFilename: string | undefined;
  /** The chart or the kustomization that the input was rendered from. The working folder by default. */
  readonly renderedFrom: string | undefined;
  readonly verbosity: Verbosity;
  readonly statistics: boolean;
  readonly color: boolean | undefined;
}

/** The arguments of a run over manifests, completed by the configuration. */
export type LintInvocation = Omit<LintArguments, 'settings' | 'config'> &
  Omit<Settings, 'formats' | 'exclude'> & { readonly outputs: readonly ReportOutput[] };

/**
 * Reads the command line of a run over manifests.
 *
 * @param args the arguments without the name of the program, and without `lint`
 * @returns the arguments of the run, or text to show
 * @throws UsageError
 */
export function parseLintArguments(
  args: readonly string[],
): LintArguments | { readonly show: string } {
  const parsed = withoutParser(args) ?? parseLintOptions(args);
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
  return {
    paths: operands,
    settings: settingsOf(options),
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

/** The arguments for fixes from the options. */
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

/** The values of the flags that most runs use. */
const FLAGS: ReadonlyMap<string, LintOptionValues> = new Map([
  ['--quiet', { quiet: true }],
  ['--verbose', { verbose: true }],
  ['--pedantic', { pedantic: true }],
  ['--partial', { partial: true }],
  ['--no-color', { color: false }],
]);

/** Reads paths and flags; undefined if there are other options. Then a parser has to be loaded, which takes longer. */
function withoutParser(args: readonly string[]): ParsedArguments<LintOptionValues> | undefined {
  const operands: string[] = [];
  let options: LintOptionValues = {};
  for (const arg of args) {
    const flag = FLAGS.get(arg);
    if (flag !== undefined) options = { ...options, ...flag };
    else if (arg === '-' || !arg.startsWith('-')) operands.push(arg);
    else return undefined;
  }
  return { kind: 'run', operands, options };
}

/** The settings among the options. */
function settingsOf(options: LintOptionValues): Partial<Settings> {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => Object.hasOwn(SETTINGS, name)),
  );
}

/** Completes arguments with the settings of a configuration, and the defaults. */
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
    // A user who fails on infos wants to see them.
    pedantic: chosen('pedantic') ?? failOn === 'info',
    crds: settled('crds'),
    policies: settled('policies'),
    maxFindings: settled('maxFindings'),
    baseline: settled('baseline'),
  };
}

function choiceOf(config: string | false | undefined): ConfigChoice {
  if (config === false) return { kind: 'none' };
  return config === undefined ? { kind: 'nearest' } : { kind: 'named', path: config };
}
