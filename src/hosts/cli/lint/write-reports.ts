import { resolve } from 'node:path';
import type { ReportOutput } from '../../../config/report-output.ts';
import { formatReport, isForPrograms } from '../../../report/format.ts';
import { stepSummary } from '../../../report/step-summary.ts';
import { failsAt } from '../../../result/finding.ts';
import type { Report } from '../../../result/report.ts';
import { RepositoryRoots } from '../../node/disk/repository-roots.ts';
import { pathFrom } from '../../node/disk/within.ts';
import { inBlocks, type Messages, writeOut } from '../channel.ts';
import { hasLinks, isColored, styleOf, terminalLink } from '../colors.ts';
import { ClosedPipe, UsageError } from '../exit.ts';
import type { Host } from '../host.ts';
import { appendToFile, writeReportFile } from '../report-file.ts';
import type { LintRun } from './lint-run.ts';

/** The parts of a run that say how it is reported. */
type ReportingRun = Pick<LintRun, 'invocation' | 'host' | 'messages'>;

/**
 * Writes all requested reports. Returns true if that was possible.
 *
 * @param closing the lines about the run as a whole
 */
export async function writeReports(
  report: Report,
  closing: readonly string[],
  { invocation, host, messages }: ReportingRun,
): Promise<boolean> {
  let isComplete = true;
  for (const output of invocation.outputs) {
    const blocks = inBlocks(await renderReport(report, closing, output, { invocation, host }));
    if (output.file === undefined) {
      await writeToReader(host, blocks);
      continue;
    }
    try {
      writeReportFile(output.file, host.cwd, blocks);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      isComplete = false;
      messages.complain(error.message);
    }
  }
  if (!invocation.outputs.some(showsSummary)) {
    for (const line of closing) messages.say(line);
  }
  writeStepSummary(report, host, messages);
  return isComplete;
}

/** Writes blocks to standard output. A reader that has seen enough changes nothing about the result of the run. */
async function writeToReader({ stdout }: Host, blocks: Iterable<string>): Promise<void> {
  try {
    for (const block of blocks) await writeOut(stdout, block);
  } catch (error) {
    if (!(error instanceof ClosedPipe)) throw error;
  }
}

/** Reports whether a person reads the output of the run directly. The output for programs has no such lines. */
function showsSummary({ file, format }: ReportOutput): boolean {
  return file === undefined && !isForPrograms(format ?? 'text');
}

async function renderReport(
  report: Report,
  closing: readonly string[],
  output: ReportOutput,
  { invocation, host: { stdout, env, cwd } }: Omit<ReportingRun, 'messages'>,
): Promise<Iterable<string>> {
  const { file, format = 'text' } = output;
  const isFile = file !== undefined;
  const isColoredOutput = isFile
    ? invocation.color === true
    : isColored(stdout, env, invocation.color);
  const style = await styleOf(isColoredOutput);
  const isLinked = !isFile && hasLinks(stdout, { env });
  return formatReport(report, format, {
    style: isLinked ? { ...style, link: terminalLink } : style,
    width: isFile ? undefined : stdout.columns,
    isVerbose: invocation.verbosity === 'verbose',
    closing: isForPrograms(format) ? [] : closing,
    annotations: output.format === undefined && !isFile && env.GITHUB_ACTIONS === 'true',
    pathInRepository: (name) => pathFromRoot(name, cwd, env),
    fails: (severity) => failsAt(invocation.failOn, severity),
    maxFindings: invocation.maxFindings,
  });
}

/**
 * The path from the root that GitHub and GitLab expect: the root of their checkout, independent of the folder in which
 * the run was started. Elsewhere it is the root of the repository.
 */
function pathFromRoot(name: string, cwd: string, env: Host['env']): string {
  const root = [env.GITHUB_WORKSPACE, env.CI_PROJECT_DIR, new RepositoryRoots().of(cwd)].find(
    (one) => one !== undefined && one !== '',
  );
  if (root === undefined) return name;
  const path = pathFrom(root, resolve(cwd, name));
  return path.startsWith('..') ? name : path;
}

/** Appends the summary to the file that GitHub Actions shows on the page of a run, as Markdown. */
function writeStepSummary(report: Report, { env, cwd }: Host, messages: Messages): void {
  const file = env.GITHUB_STEP_SUMMARY;
  if (env.GITHUB_ACTIONS !== 'true' || file === undefined || file === '') return;
  try {
    appendToFile(file, cwd, stepSummary(report));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    messages.complain(error.message);
  }
}
