import { version } from '../../../package.json';
import { MINORS, type Minor, NEWEST_MINOR, parseMinors } from '../../kubernetes/minors.ts';
import { FORMATS } from '../../report/format.ts';
import { SEVERITIES, type Severity } from '../../result/finding.ts';
import { ArgumentParser, type ParsedArguments } from '../argument-parser.ts';
import { COMMANDS } from '../commands.ts';
import { UsageError } from '../exit.ts';
import { parseRuleNames } from '../rule-names.ts';
import { OutputOptions, type ReportOutput } from './outputs.ts';

/** How much is said beside the report. */
export type Verbosity = 'quiet' | 'normal' | 'verbose';

/** What a run over manifests is asked to do. */
export interface LintInvocation {
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
  readonly color: boolean | undefined;
}

const EXAMPLES = `
Examples:
  kubeadmit config/                        check a folder
  helm template chart | kubeadmit -        check rendered manifests
  kubeadmit --kubernetes-version 1.31..1.36 crds/*.yaml
  kubeadmit explain webhook/timeout

Exit status: 0 no finding at or above --fail-on, 1 findings, 2 wrong usage, input
that cannot be read, or a bug of kubeadmit.`;

/** The options as commander hands them over, under the names that it derives. */
interface LintOptionValues {
  readonly kubernetesVersion?: readonly Minor[];
  readonly failOn?: Severity | 'never';
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

/**
 * Reads the command line of a run over manifests.
 *
 * @param args without the name of the program, and without `lint`
 * @returns what to run, or text to show
 * @throws UsageError
 */
export function parseLintArguments(
  args: readonly string[],
): LintInvocation | { readonly show: string } {
  const outputs = new OutputOptions();
  const parsed = lintParser(outputs).parse(args);
  return parsed.kind === 'show' ? { show: parsed.text } : invocationOf(parsed, outputs);
}

function lintParser(outputs: OutputOptions): ArgumentParser<LintOptionValues> {
  return new ArgumentParser<LintOptionValues>(
    'kubeadmit [lint] [options] [paths...]',
    'Tells whether the Kubernetes API server will admit a manifest, offline.',
    '[paths...]',
    "files, folders and patterns; '-' is standard input (default: the current folder)",
  )
    .option('-f, --format <format>', `${FORMATS.join(', ')}; may be repeated with -o`, (name) =>
      outputs.addFormat(name),
    )
    .option('-o, --output <file>', 'write the report to a file', (file) => outputs.addFile(file))
    .option(
      '--kubernetes-version <version>',
      `such as 1.33, or a range: ${MINORS[1]}..${NEWEST_MINOR} (default: ${NEWEST_MINOR})`,
      parseVersions,
    )
    .choice(
      '--fail-on <severity>',
      `the lowest severity that makes the exit status 1: ${SEVERITIES.join(', ')}, never (default: error)`,
      'severity',
      [...SEVERITIES, 'never'],
    )
    .option('--pedantic', 'report infos too; else they are only counted')
    .option('--fail-on-empty', 'exit with 1 if no document was checked')
    .option('--only <rules>', 'report only these rules or families', addRuleNames)
    .option('--skip <rules>', 'do not report these rules or families', addRuleNames)
    .option<readonly string[]>(
      '--crds <path>',
      'more CRDs, to look up custom kinds; they are not reported on',
      (path, before) => [...(before ?? []), path],
    )
    .option('--stdin-filename <name>', 'the file that standard input has the text of')
    .option('--stats', 'count documents by kind, verdict and reason')
    .option('--quiet', 'print only the findings')
    .option('--verbose', 'print which files are read')
    .commonOptions()
    .helpAfter(`\nCommands:\n${commandList()}\n${EXAMPLES}`);
}

function commandList(): string {
  const rows = COMMANDS.map(({ name, operands, summary }) => [`${name} ${operands}`, summary]);
  const all = [...rows, ['help [command]', 'print help']] as const;
  const width = Math.max(...all.map(([usage = '']) => usage.length));
  return all.map(([usage = '', summary = '']) => `  ${usage.padEnd(width)}  ${summary}`).join('\n');
}

function invocationOf(
  { operands, options }: ParsedArguments<LintOptionValues> & { readonly kind: 'run' },
  outputs: OutputOptions,
): LintInvocation {
  const failOn = options.failOn ?? 'error';
  return {
    paths: operands,
    outputs: outputs.outputs,
    kubernetesVersions: options.kubernetesVersion ?? [NEWEST_MINOR],
    failOn,
    failOnEmpty: options.failOnEmpty ?? false,
    pedantic: options.pedantic ?? failOn === 'info',
    only: options.only,
    skip: options.skip,
    crds: options.crds ?? [],
    stdinFilename: options.stdinFilename,
    verbosity: options.quiet === true ? 'quiet' : options.verbose === true ? 'verbose' : 'normal',
    stats: options.stats ?? false,
    color: options.color,
  };
}

function parseVersions(text: string): readonly Minor[] {
  const minors = parseMinors(text);
  if (minors !== undefined) return minors;
  throw new UsageError(versionProblem(text));
}

/** What is wrong with a version, or a range of versions, that names no known minor. */
function versionProblem(text: string): string {
  const [oldest] = MINORS;
  const ends = text.split('..');
  const [first, last] = ends;
  if (ends.length === 2 && first !== undefined && last !== undefined) {
    const isKnown = [first, last].every((end) => parseMinors(end) !== undefined);
    if (isKnown) return `the range is backwards; use ${last}..${first}`;
  }
  const unknown = ends.find((end) => parseMinors(end) === undefined) ?? text;
  const minor = /^v?1\.(\d+)(?:[.+-].*)?$/.exec(unknown.trim())?.[1];
  if (minor === undefined || ends.length > 2) {
    return `unknown Kubernetes version ${text}; use a minor such as ${NEWEST_MINOR}, or a range such as ${oldest}..${NEWEST_MINOR}`;
  }
  const isNewer = Number(minor) > Number(NEWEST_MINOR.slice('1.'.length));
  return `Kubernetes 1.${minor} is not known to kubeadmit ${version}; the ${isNewer ? `newest is ${NEWEST_MINOR}` : `oldest is ${oldest}`}`;
}

function addRuleNames(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), ...parseRuleNames(text)];
}
