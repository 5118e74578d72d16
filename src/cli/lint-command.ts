import { relative, resolve, sep } from 'node:path';
import { findFiles } from '../input/paths.ts';
import { reasonOf } from '../input/problem.ts';
import { readFiles, readStandardInput } from '../input/read.ts';
import { lint, type Source } from '../lint.ts';
import { closingLines, formatReport } from '../report/format.ts';
import type { Severity } from '../result/finding.ts';
import { SEVERITIES } from '../result/finding.ts';
import { escapeControls } from '../result/message-text.ts';
import type { Report } from '../result/report.ts';
import type { DocumentReport } from '../result/verdict.ts';
import { type Messages, writeOut } from './channel.ts';
import { isColoured, styleOf } from './colour.ts';
import { EXIT, type ExitCode } from './exit.ts';
import type { Host } from './host.ts';
import type { ReportOutput } from './outputs.ts';
import type { LintInvocation } from './program.ts';
import { Progress } from './progress.ts';
import { writeReportFile } from './report-file.ts';

/** Checks what the command line names and writes the reports that it asks for. */
export async function lintCommand(
  invocation: LintInvocation,
  host: Host,
  messages: Messages,
): Promise<ExitCode> {
  const { kubernetesVersions, only, skip, pedantic } = invocation;
  const input = new Input(invocation, host, messages);
  const report = lint(await input.sources(), {
    kubernetesVersions,
    pedantic,
    crds: await input.crds(),
    now: new Date(),
    ...(only === undefined ? {} : { only }),
    ...(skip === undefined ? {} : { skip }),
  });
  input.finish();
  for (const unusable of report.unusableCrds) messages.complain(complaintAboutCrd(unusable));
  const written = await writeReports(report, invocation, host, messages);
  return input.failed || !written || hasCrashed(report)
    ? EXIT.trouble
    : verdictOn(report, invocation);
}

function complaintAboutCrd({ file, line, name, verdicts }: DocumentReport): string {
  const place = `${escapeControls(file)}:${line}`;
  const unfit = Object.entries(verdicts).filter(([, verdict]) => verdict !== 'accepted');
  const isUnread = unfit.every(([, verdict]) => verdict === 'undecodable');
  const what = name === null ? 'this part' : `the CRD ${escapeControls(name)}`;
  const why = isUnread
    ? 'cannot be read'
    : `is refused by Kubernetes ${unfit.map(([minor]) => minor).join(', ')}`;
  return `${place}: ${what} ${why}, so its kinds are not known there; check the file itself to see more`;
}

/** What is read, and what is said about it meanwhile. */
class Input {
  failed = false;
  readonly #invocation: LintInvocation;
  readonly #host: Host;
  readonly #messages: Messages;
  readonly #progress: Progress;

  constructor(invocation: LintInvocation, host: Host, messages: Messages) {
    this.#invocation = invocation;
    this.#host = host;
    this.#messages = messages;
    this.#progress = new Progress(host, invocation.verbosity !== 'quiet');
  }

  /** The texts in the order of the arguments. Files are read one by one while they are checked. */
  async sources(): Promise<Iterable<Source>> {
    const { paths, stdinFilename } = this.#invocation;
    if (!paths.includes('-')) return this.#read(paths);
    const at = paths.indexOf('-');
    const others = paths.filter((path) => path !== '-');
    const before = at === 0 ? [] : await this.#read(others.slice(0, at));
    const after = at === others.length ? [] : await this.#read(others.slice(at));
    const { stdin, cwd } = this.#host;
    const source = await readStandardInput(stdin, stdinFilename, cwd);
    return concatenate([before, [source], after]);
  }

  /** The texts that only define kinds. */
  async crds(): Promise<Iterable<Source>> {
    const { crds } = this.#invocation;
    return crds.length === 0 ? [] : this.#read(crds);
  }

  finish(): void {
    this.#progress.clear();
  }

  async #read(paths: readonly string[]): Promise<Iterable<Source>> {
    const onProblem = (path: string, reason: string) => this.#complain(path, reason);
    const files = await findFiles(paths, this.#host.cwd, onProblem);
    return readFiles(files, onProblem, ({ name }) => {
      this.#progress.count();
      if (this.#invocation.verbosity === 'verbose') {
        this.#messages.say(`reading ${escapeControls(name)}`);
      }
    });
  }

  #complain(path: string, reason: string): void {
    this.failed = true;
    this.#progress.clear();
    this.#messages.complain(`${escapeControls(path)}: ${escapeControls(reason)}`);
  }
}

function* concatenate<T>(parts: Iterable<Iterable<T>>): Iterable<T> {
  for (const part of parts) yield* part;
}

/** Tells whether all reports could be written. */
async function writeReports(
  report: Report,
  invocation: LintInvocation,
  host: Host,
  messages: Messages,
): Promise<boolean> {
  let complete = true;
  for (const output of invocation.outputs) {
    const text = await renderReport(report, output, invocation, host);
    if (output.file === undefined) {
      await writeOut(host.stdout, text);
      continue;
    }
    try {
      writeReportFile(resolve(host.cwd, output.file), text);
    } catch (error) {
      complete = false;
      messages.complain(`cannot write ${escapeControls(output.file)}: ${reasonOf(error)}`);
    }
  }
  const isSilent = invocation.outputs.every(({ file }) => file !== undefined);
  if (isSilent && invocation.verbosity !== 'quiet') {
    for (const line of closingLines(report, invocation.stats)) messages.say(line);
  }
  return complete;
}

async function renderReport(
  report: Report,
  { format, file }: ReportOutput,
  { verbosity, stats, colour }: LintInvocation,
  { stdout, env, cwd }: Host,
): Promise<string> {
  const isFile = file !== undefined;
  return formatReport(report, format ?? 'text', {
    style: await styleOf(isFile ? colour === true : isColoured(stdout, env, colour)),
    summary: verbosity !== 'quiet',
    stats,
    annotations: format === undefined && !isFile && env.GITHUB_ACTIONS === 'true',
    annotatedPath: (name) => pathInRepository(name, cwd, env.GITHUB_WORKSPACE),
  });
}

/** GitHub looks for annotated files from the root of its checkout, wherever the run was started. */
function pathInRepository(name: string, cwd: string, workspace: string | undefined): string {
  if (workspace === undefined || workspace === '') return name;
  const path = relative(workspace, resolve(cwd, name));
  return path.startsWith('..') ? name : path.replaceAll(sep, '/');
}

function hasCrashed({ findings }: Report): boolean {
  return findings.some(({ rule }) => rule === 'internal/rule-crash');
}

function verdictOn(
  { findings, summary }: Report,
  { failOn, failOnEmpty }: LintInvocation,
): ExitCode {
  if (failOnEmpty && summary.checked === 0) return EXIT.findings;
  const isGrave = (severity: Severity) =>
    failOn !== 'never' && SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(failOn);
  return findings.some(({ severity }) => isGrave(severity)) ? EXIT.findings : EXIT.clean;
}
