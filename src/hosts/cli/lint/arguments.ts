import type { Config } from '../../../config/config.ts';
import { effectiveSettings, setsServerFlags } from '../../../config/effective-settings.ts';
import type { ReportOutput } from '../../../config/report-output.ts';
import { SETTINGS, type Settings } from '../../../config/settings.ts';
import type { ConfigChoice } from '../../node/config-files.ts';
import type { ParsedArguments } from '../argument-parser.ts';
import { UsageError } from '../exit.ts';
import type { Host } from '../host.ts';
import { type LintOptionValues, parseLintOptions } from './option-parser.ts';
import { type CommandLineOptions, withDefaults } from './run-options.ts';

type Variables = Host['env'];

/** The number of messages that are printed in addition to the report. */
type Verbosity = 'quiet' | 'normal' | 'verbose';

/** The options of a command line for fixes. */
export interface FixArguments {
  /** True if fixes are applied that choose one of several possible intentions of the author. */
  readonly unsafe: boolean;
  /** True if the changes are only shown, and files do not change. */
  readonly dryRun: boolean;
}

/** The options whose values are combined to others. */
type CombinedOption = 'config' | 'fix' | 'unsafeFixes' | 'dryRun' | 'quiet' | 'verbose';

/** The arguments of a run over manifests. */
export interface LintArguments extends Omit<CommandLineOptions, CombinedOption> {
  readonly paths: readonly string[];
  /** The settings that options name; a configuration may name the others. */
  readonly settings: Partial<Settings>;
  readonly config: ConfigChoice;
  /** The options for fixes. Undefined if findings are only reported. */
  readonly fix: FixArguments | undefined;
  readonly verbosity: Verbosity;
  readonly color: boolean | undefined;
}

/** The arguments of a run over manifests, completed by the configuration. */
export type LintInvocation = Omit<LintArguments, 'settings' | 'config'> &
  Omit<Settings, 'formats' | 'exclude'> & {
    readonly outputs: readonly ReportOutput[];
    /** True if an option or the configuration sets flags of the API server. */
    readonly setsFlags: boolean;
  };

/**
 * Reads the command line of a run over manifests.
 *
 * @param args the arguments without the name of the program, and without `lint`
 * @param env variables, some of which may set options
 * @returns the arguments of the run, or text to show
 * @throws UsageError
 */
export function parseLintArguments(
  args: readonly string[],
  env: Variables = {},
): LintArguments | { readonly show: string } {
  const parsed =
    (hasVariable(env) ? undefined : withoutParser(args)) ?? parseLintOptions(args, env);
  if (parsed.kind === 'show') return { show: parsed.text };
  const { operands, options } = parsed;
  const run = withDefaults(options);
  const { config, fix: _, unsafeFixes: __, dryRun: ___, quiet, verbose, ...others } = run;
  return {
    ...others,
    paths: operands,
    settings: settingsOf(options),
    config: choiceOf(config),
    fix: fixArgumentsOf(run),
    verbosity: quiet ? 'quiet' : verbose ? 'verbose' : 'normal',
    color: options.color,
  };
}

function fixArgumentsOf({
  fix,
  dryRun,
  unsafeFixes,
  writeBaseline,
  pruneBaseline,
}: CommandLineOptions): FixArguments | undefined {
  if (fix) {
    if (writeBaseline || pruneBaseline) {
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
  ['-q', { quiet: true }],
  ['--quiet', { quiet: true }],
  ['-v', { verbose: true }],
  ['--verbose', { verbose: true }],
  ['--pedantic', { pedantic: true }],
  ['--partial', { partial: true }],
  ['--no-color', { color: false }],
]);

/** Reports whether an argument is one of the flags that most runs use. */
export function isCommonFlag(arg: string): boolean {
  return FLAGS.has(arg);
}

/** Reports whether a variable may set an option. */
function hasVariable(env: Variables): boolean {
  return Object.keys(env).some(
    (name) => name.startsWith('KUBEADMIT_') && name !== 'KUBEADMIT_CACHE_DIR',
  );
}

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
  const { formats, ...others } = effectiveSettings(settings, config);
  const setsFlags = setsServerFlags(settings, config);
  return { ...rest, ...others, outputs: formats, setsFlags };
}

function choiceOf(config: string | false | undefined): ConfigChoice {
  if (config === false) return { kind: 'none' };
  return config === undefined ? { kind: 'nearest' } : { kind: 'named', path: config };
}
