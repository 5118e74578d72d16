import { Command, CommanderError, Option } from 'commander';
import { version } from '../../package.json';
import { MINORS, type Minor, NEWEST_MINOR, parseMinors } from '../kubernetes/minors.ts';
import { FORMATS } from '../report/format.ts';
import { SEVERITIES, type Severity } from '../result/finding.ts';
import { UsageError } from './exit.ts';
import { OutputOptions, type ReportOutput } from './outputs.ts';
import { parseRuleNames } from './rule-names.ts';
import { suggestion } from './suggestion.ts';

/** How much is said beside the report. */
export type Verbosity = 'quiet' | 'normal' | 'verbose';

/** The options of a run over manifests. */
export interface LintInvocation {
  readonly command: 'lint';
  readonly paths: readonly string[];
  readonly outputs: readonly ReportOutput[];
  readonly kubernetesVersions: readonly Minor[];
  readonly failOn: Severity | 'never';
  readonly failOnEmpty: boolean;
  /** Whether infos are reported. */
  readonly pedantic: boolean;
  readonly only: readonly string[] | undefined;
  readonly skip: readonly string[] | undefined;
  /** Files, folders and patterns of CRDs that are not reported on. */
  readonly crds: readonly string[];
  /** The file that standard input has the text of; undefined where it is none. */
  readonly stdinFilename: string | undefined;
  readonly verbosity: Verbosity;
  readonly stats: boolean;
  readonly colour: boolean | undefined;
}

/** What a command line asks for. */
export type Invocation =
  | LintInvocation
  | {
      readonly command: 'explain';
      readonly words: readonly string[];
      readonly colour: boolean | undefined;
    }
  | { readonly command: 'rules'; readonly format: 'text' | 'json' }
  /** Help or the version: the text for standard output is all there is to do. */
  | { readonly command: 'show'; readonly text: string };

const NOT_YET_OPTIONS = ['--config <file>', '--base <ref>'];
/** Commands to come; until then a file or folder of that name is what is meant. */
const NOT_YET_COMMANDS = new Set(['schema', 'config', 'cel', 'lsp']);

const EXAMPLES = `
Examples:
  kubeadmit config/                        check a folder
  helm template chart | kubeadmit -        check what is rendered
  kubeadmit --kubernetes-version 1.31..1.36 crds/*.yaml
  kubeadmit explain webhook/timeout

Exit status: 0 nothing at or above --fail-on, 1 findings, 2 usage, unreadable input or a bug.`;

/**
 * Reads a command line.
 *
 * @param args without the name of the program
 * @param exists whether an argument is the path of something
 * @throws UsageError
 */
export function parseCommandLine(
  args: readonly string[],
  exists: (path: string) => boolean,
): Invocation {
  const first = args[0];
  if (first !== undefined && NOT_YET_COMMANDS.has(first) && !exists(first)) {
    throw new UsageError(`the command ${first} is not there yet`);
  }
  // After `lint` there are no commands any more: `kubeadmit lint rules` is about a folder.
  return first === 'lint'
    ? new CommandLine({ withCommands: false }).parse(args.slice(1))
    : new CommandLine({ withCommands: true }).parse(args);
}

/** The commands and options, and what they have been given. */
class CommandLine {
  readonly #outputs = new OutputOptions();
  readonly #program = new Command('kubeadmit');
  #shown = '';
  #invocation: Invocation | undefined;

  constructor({ withCommands }: { readonly withCommands: boolean }) {
    this.#program
      .description('Tells whether the Kubernetes API server will admit a manifest, offline.')
      .usage('[lint] [options] [paths...]')
      .version(version, '-V, --version', 'print the version')
      .helpOption('-h, --help', 'print help')
      .exitOverride()
      .configureOutput({
        writeOut: (text) => {
          this.#shown += text;
        },
        writeErr: () => {},
      });
    this.#addLint();
    if (!withCommands) return;
    this.#program.enablePositionalOptions();
    this.#addExplain();
    this.#addRules();
  }

  parse(args: readonly string[]): Invocation {
    try {
      this.#program.parse(args, { from: 'user' });
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error;
      if (error.exitCode === 0) return { command: 'show', text: this.#shown };
      throw new UsageError(complaintOf(error));
    }
    if (this.#invocation === undefined) throw new Error('no command was run');
    return this.#invocation;
  }

  #addLint(): void {
    const lint = this.#program;
    lint
      .argument(
        '[paths...]',
        "files, folders, patterns; '-' is standard input (default: this folder)",
      )
      .option('-f, --format <format>', `${FORMATS.join(', ')}; may be repeated with -o`, (name) =>
        this.#outputs.addFormat(name),
      )
      .option('-o, --output <file>', 'write the report there', (file) =>
        this.#outputs.addFile(file),
      )
      .option(
        '--kubernetes-version <version>',
        `1.33, or a range: ${MINORS[1]}..${NEWEST_MINOR} (default: ${NEWEST_MINOR})`,
        parseVersions,
      )
      .addOption(
        new Option('--fail-on <severity>', 'the mildest severity that makes the exit status 1')
          .choices([...SEVERITIES, 'never'])
          .default('error'),
      )
      .option('--pedantic', 'report infos too; else they are only counted')
      .option('--fail-on-empty', 'exit with 1 where no document was checked')
      .option('--only <rules>', 'report only these rules or families', addRuleNames)
      .option('--skip <rules>', 'do not report these rules or families', addRuleNames)
      .option(
        '--crds <path>',
        'more CRDs, to look up the kinds of policies in; not reported on',
        (path: string, before: readonly string[] | undefined) => [...(before ?? []), path],
      )
      .option('--stdin-filename <name>', 'the file that standard input has the text of')
      .option('--stats', 'count documents by kind, verdict and reason')
      .option('--quiet', 'say nothing but the findings')
      .option('--verbose', 'say which files are read')
      .option('--debug', 'show the stack of an unexpected error')
      .option('--color', 'colour the report')
      .option('--no-color', 'do not colour the report');
    for (const flags of NOT_YET_OPTIONS) lint.addOption(notYet(flags));
    lint.addHelpText('after', EXAMPLES);
    lint.action((paths: string[]) => {
      this.#invocation = this.#lintInvocation(paths, lint.opts<LintOptionValues>());
    });
  }

  #lintInvocation(paths: readonly string[], options: LintOptionValues): LintInvocation {
    return {
      command: 'lint',
      paths,
      outputs: this.#outputs.outputs,
      kubernetesVersions: options.kubernetesVersion ?? [NEWEST_MINOR],
      failOn: options.failOn,
      failOnEmpty: options.failOnEmpty ?? false,
      pedantic: options.pedantic ?? options.failOn === 'info',
      only: options.only,
      skip: options.skip,
      crds: options.crds ?? [],
      stdinFilename: options.stdinFilename,
      verbosity: options.quiet === true ? 'quiet' : options.verbose === true ? 'verbose' : 'normal',
      stats: options.stats ?? false,
      colour: options.color,
    };
  }

  #addExplain(): void {
    const explain = this.#program
      .command('explain <words...>')
      .description(
        'print the page of a rule; or find it by a message id or an error of the API server',
      )
      .option('--debug', 'show the stack of an unexpected error')
      .option('--color', 'colour the page')
      .option('--no-color', 'do not colour the page');
    explain.action((words: string[]) => {
      this.#invocation = {
        command: 'explain',
        words,
        colour: explain.opts<{ color?: boolean }>().color,
      };
    });
  }

  #addRules(): void {
    const rules = this.#program
      .command('rules')
      .description('list every rule: id, severity, kinds, summary')
      .option('--debug', 'show the stack of an unexpected error')
      .addOption(
        new Option('-f, --format <format>', 'the form of the list')
          .choices(['text', 'json'])
          .default('text'),
      );
    rules.action(() => {
      this.#invocation = {
        command: 'rules',
        format: rules.opts<{ format: 'text' | 'json' }>().format,
      };
    });
  }
}

/** The options of `lint` as commander hands them over, under the names that it derives. */
interface LintOptionValues {
  readonly kubernetesVersion?: readonly Minor[];
  readonly failOn: Severity | 'never';
  readonly failOnEmpty?: boolean;
  readonly pedantic?: boolean;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly crds?: readonly string[];
  readonly stdinFilename?: string;
  readonly stats?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly color?: boolean;
}

function parseVersions(text: string): readonly Minor[] {
  const minors = parseMinors(text);
  if (minors === undefined) {
    throw new UsageError(
      `there is no Kubernetes version ${text}${suggestion(text, MINORS)}; versions: ${MINORS.join(', ')}, or a range such as ${MINORS[1]}..${NEWEST_MINOR}`,
    );
  }
  return minors;
}

function addRuleNames(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), ...parseRuleNames(text)];
}

function notYet(flags: string): Option {
  return new Option(flags).hideHelp().argParser(() => {
    throw new UsageError(`the option ${flags.replace(/ .*/, '')} is not there yet`);
  });
}

/** A complaint of commander's in one line. */
function complaintOf({ message }: CommanderError): string {
  return message
    .replace(/^error: /, '')
    .replace(/\n\(Did you mean (.*)\?\)$/, '; did you mean $1?');
}
