import { DEFAULT_MAX_FILE_SIZE, MEGABYTE } from '../../node/disk/reading.ts';

/** The values of options, by what their values are. */
interface OptionValues {
  readonly flag: boolean;
  readonly text: string | undefined;
  /** Rules and families, separated by commas. */
  readonly rules: readonly string[] | undefined;
  /** Given in megabytes, kept in bytes. */
  readonly size: number;
}

const INITIAL: OptionValues = {
  flag: false,
  text: undefined,
  rules: undefined,
  size: DEFAULT_MAX_FILE_SIZE,
};

/** An option of a run that a configuration cannot set. */
interface RunOption {
  readonly type: keyof OptionValues;
  /** The option as help shows it. */
  readonly flags: string;
  /** One line, for help and completion. */
  readonly description: string;
}

/**
 * The options of a run that a configuration cannot set, in the order of help, by the names that commander derives from
 * their flags. `SETTINGS` of `src/config/settings.ts` has the others.
 */
export const RUN_OPTIONS = {
  writeBaseline: {
    type: 'flag',
    flags: '--write-baseline',
    description: 'write all findings into the baseline',
  },
  pruneBaseline: {
    type: 'flag',
    flags: '--prune-baseline',
    description: 'remove from the baseline what no longer occurs',
  },
  since: {
    type: 'text',
    flags: '--since <revision>',
    description: 'report only what is new since a revision of git',
  },
  fix: {
    type: 'flag',
    flags: '--fix',
    description: 'fix what can be fixed safely, and report the rest',
  },
  unsafeFixes: {
    type: 'flag',
    flags: '--unsafe-fixes',
    description: 'with --fix: also apply fixes that choose a meaning',
  },
  dryRun: {
    type: 'flag',
    flags: '--dry-run',
    description: 'with --fix: print the changes, and change no file',
  },
  forceExclude: {
    type: 'flag',
    flags: '--force-exclude',
    description: 'exclude also files that are named',
  },
  followLinks: {
    type: 'flag',
    flags: '--follow-links',
    description: 'follow symbolic links that lead out of the named folders',
  },
  maxFileSize: {
    type: 'size',
    flags: '--max-file-size <MB>',
    description: `the size above which files are not read (default: ${DEFAULT_MAX_FILE_SIZE / MEGABYTE})`,
  },
  includeOutputs: {
    type: 'flag',
    flags: '--include-outputs',
    description: 'also judge expected outputs of tests, such as web.golden.yaml',
  },
  partial: {
    type: 'flag',
    flags: '--partial',
    description: 'report nothing that files which are not read may contradict',
  },
  staticManifests: {
    type: 'flag',
    flags: '--static-manifests',
    description: 'judge the files as those of a staticManifestsDir of the API server',
  },
  config: {
    type: 'text',
    flags: '--config <file>',
    description: 'use this configuration instead of the nearest .kubeadmit.yaml',
  },
  only: {
    type: 'rules',
    flags: '--only <rules>',
    description: 'report only these rules or families',
  },
  skip: {
    type: 'rules',
    flags: '--skip <rules>',
    description: 'do not report these rules or families',
  },
  base: {
    type: 'text',
    flags: '--base <ref|path>',
    description:
      'judge updates of the objects in a commit (main; main... is the merge base), file or folder',
  },
  stdinFilename: {
    type: 'text',
    flags: '--stdin-filename <name>',
    description: 'the name of standard input, for the report and the configuration',
  },
  allowEmpty: {
    type: 'flag',
    flags: '--allow-empty',
    description: 'accept standard input without a byte, which otherwise is exit status 1',
  },
  renderedFrom: {
    type: 'text',
    flags: '--rendered-from <folder>',
    description: 'the chart or kustomization that the input was rendered from',
  },
  render: {
    type: 'flag',
    flags: '--render',
    description: 'judge what helm and kustomize render from the charts and kustomizations',
  },
  statistics: {
    type: 'flag',
    flags: '--stats, --statistics',
    description: 'count findings by rule, and documents by kind, verdict and reason',
  },
  quiet: { type: 'flag', flags: '-q, --quiet', description: 'print only the findings' },
  verbose: {
    type: 'flag',
    flags: '-v, --verbose',
    description: 'print each place of repeated advice, the files read, and the addresses of pages',
  },
} as const satisfies Readonly<Record<string, RunOption>>;

/** The values of these options. The option `--no-config` sets `config` to false. */
export type CommandLineOptions = {
  readonly [Name in Exclude<
    keyof typeof RUN_OPTIONS,
    'config'
  >]: OptionValues[(typeof RUN_OPTIONS)[Name]['type']];
} & { readonly config: string | false | undefined };

/** The values of the options of a command line, those of options that it does not have included. */
export function withDefaults(given: Partial<CommandLineOptions>): CommandLineOptions {
  const values = Object.entries(RUN_OPTIONS).map(([name, { type }]) => [
    name,
    given[name as keyof CommandLineOptions] ?? INITIAL[type],
  ]);
  // The names are those of the table.
  return Object.fromEntries(values) as CommandLineOptions;
}
