import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { configReport, configSummary } from '../../../config/config-report.ts';
import { type LintOptions, repeatable } from '../../../lint/options.ts';
import type { Source } from '../../../lint/read/source.ts';
import { closingLines } from '../../../report/format.ts';
import { count } from '../../../report/phrases.ts';
import { hasSkippedCustomResource } from '../../../report/summary.ts';
import { failsAt, isCrashRule } from '../../../result/finding.ts';
import type { Report } from '../../../result/report.ts';
import { escapeControls } from '../../../result/visible-text.ts';
import { ConfigFiles } from '../../node/config-files.ts';
import { FileSelection } from '../../node/file-selection.ts';
import { type Messages, writeOut } from '../channel.ts';
import { EXIT, type ExitCode, UsageError } from '../exit.ts';
import { hasFlag } from '../flags.ts';
import type { Host } from '../host.ts';
import {
  invocationOf,
  type LintArguments,
  type LintInvocation,
  parseLintArguments,
} from './arguments.ts';
import { checkConfiguredPaths } from './configured-paths.ts';
import type { FixedInput, ReportBeforeFix } from './fix-input.ts';
import { Input } from './input.ts';
import { checkSources, type LintRun, lintOptionsOf } from './lint-run.ts';
import type { BaselinedReport } from './report-baseline.ts';
import { skippedLines } from './skipped-lines.ts';
import { traceTemplates } from './trace-templates.ts';
import { problemOfCrd, problemOfPolicy } from './unusable-documents.ts';
import { writeReports } from './write-reports.ts';

/**
 * Checks the manifests that a command line names and writes the requested reports.
 *
 * @param args the arguments without the name of the program, and without `lint`
 * @throws UsageError
 */
export async function runLint(
  args: readonly string[],
  host: Host,
  messages: Messages,
): Promise<ExitCode> {
  const parsed = parseLintArguments(args, host.env);
  if ('show' in parsed) {
    await writeOut(host.stdout, parsed.show);
    return EXIT.clean;
  }
  checkRenderedFolder(parsed, host);
  // The standard input of a job is often a pipe that nobody writes to, so only a user at a terminal is told.
  if (parsed.paths.length === 0 && host.stderr.isTTY === true && host.stdin.isPipe === true) {
    messages.say('standard input is not read; use kubeadmit -');
  }
  const configs = new ConfigFiles(host.cwd, parsed.config, (path, reason) =>
    messages.complain(`${path}: ${reason}`),
  );
  const config = configs.forRun()?.config;
  const invocation = withRender(invocationOf(parsed, config), hasFlag(args, '--render'));
  if (!configs.areValid) return refuseConfigs({ invocation, configs, host, messages });
  const { cwd } = host;
  checkConfiguredPaths(configs, parsed.settings, cwd);
  const selection = new FileSelection(configs, cwd, {
    exclude: parsed.settings.exclude ?? [],
    forceExclude: parsed.forceExclude,
    except: [invocation.baseline, invocation.podSecurity].flatMap((file) =>
      file === undefined ? [] : [resolve(cwd, file)],
    ),
  });
  return lintInput({ invocation, configs, selection, host, messages });
}

async function lintInput(run: LintRun): Promise<ExitCode> {
  const { invocation, configs, host, messages } = run;
  const input = new Input(invocation, { cwd: host.cwd, ...run }, host, messages);
  const readOnce = await input.sources();
  // The clock is read after charts have made certificates.
  const usedOnce = await lintOptionsOf(input, invocation);
  // The sources are checked again after each round of fixes.
  const isFixing = invocation.fix !== undefined;
  const sources = isFixing ? [...readOnce] : readOnce;
  const options = isFixing ? repeatable(usedOnce) : usedOnce;
  const checked = checkSources(input, sources, options);
  const all = traced(await withRendering(checked, input, run), run);
  if (!configs.areValid) return refuseConfigs(run);
  // The message about a wrong path has been printed, and there is nothing to add.
  if (input.failed && all.summary.files === 0) return EXIT.trouble;
  complainAboutUnusable(all, messages);
  const unfixed = await withoutKnown(all, run);
  const before = { checked, all, reported: unfixed.report };
  const fixing = await fixIfAsked(sources, options, before, run);
  const { report, notices } =
    fixing?.report === undefined ? unfixed : await withoutKnown(traced(fixing.report, run), run);
  const closing = [
    ...notices,
    ...(fixing?.notices ?? []),
    ...closingLinesOf(report, input, invocation),
  ];
  // The fixed text is the only text on standard output.
  const output = fixing?.usesStdout === true ? { ...host, stdout: host.stderr } : host;
  const isWritten = await writeReports(report, closing, { ...run, host: output });
  if (input.failed || !isWritten || fixing?.failed === true || hasCrashed(all)) {
    return EXIT.trouble;
  }
  return input.lacksInput ? EXIT.findings : exitCodeOf(report, invocation);
}

/** The report with the templates that findings in rendered files come from. */
function traced(report: Report, { invocation, host }: LintRun): Report {
  const isRendered = report.documents.some(({ renderedFrom }) => renderedFrom !== null);
  return isRendered ? traceTemplates(report, invocation.renderedFrom ?? '', host.cwd) : report;
}

/** Names the CRDs and policies that no object was checked by, because they are wrong. */
function complainAboutUnusable({ unusableCrds, policyRun }: Report, messages: Messages): void {
  for (const unusable of unusableCrds) messages.complain(problemOfCrd(unusable));
  for (const unusable of policyRun?.unusable ?? []) messages.complain(problemOfPolicy(unusable));
}

/**
 * Checks that the folder that the input was rendered from is there.
 *
 * @throws UsageError
 */
function checkRenderedFolder({ renderedFrom }: LintArguments, { cwd }: Host): void {
  if (renderedFrom === undefined) return;
  const found = statSync(resolve(cwd, renderedFrom), { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return;
  const problem = found === undefined ? 'does not exist' : 'is not a folder';
  throw new UsageError(`--rendered-from: ${renderedFrom} ${problem}`);
}

/**
 * The invocation without `render` if another option cannot be combined with it. Then a variable that sets it for all
 * runs is ignored.
 *
 * @param isGiven true if the command line has the option itself
 * @throws UsageError if the command line has both options
 */
function withRender(invocation: LintInvocation, isGiven: boolean): LintInvocation {
  const { render, fix, since, base, paths } = invocation;
  if (!render) return invocation;
  const others: readonly (readonly [name: string, isUsed: boolean])[] = [
    ['--fix', fix !== undefined],
    ['--since', since !== undefined],
    ['--base', base !== undefined],
    ['standard input', paths.includes('-')],
  ];
  const other = others.find(([, isUsed]) => isUsed);
  if (other === undefined) return invocation;
  if (isGiven) throw new UsageError(`--render cannot be combined with ${other[0]}`);
  return { ...invocation, render: false };
}

/** The report in the files of the repository, if something was rendered. */
async function withRendering(report: Report, { rendering }: Input, run: LintRun): Promise<Report> {
  if (rendering === undefined) return report;
  const { renderedReport } = await import('./rendered-report.ts');
  return renderedReport(report, rendering, run);
}

/** Applies the fixes that the command line selects. */
async function fixIfAsked(
  sources: Iterable<Source>,
  options: LintOptions,
  before: ReportBeforeFix,
  run: LintRun,
): Promise<FixedInput | undefined> {
  const { fix } = run.invocation;
  if (fix === undefined) return undefined;
  const { fixInput } = await import('./fix-input.ts');
  return fixInput([...sources], options, before, { ...run, fix });
}

/** Removes the findings of an earlier revision, or of a baseline, according to the command line. */
async function withoutKnown(all: Report, run: LintRun): Promise<BaselinedReport> {
  const { invocation, host } = run;
  const { since, verbosity, baseline, writeBaseline, pruneBaseline } = invocation;
  let recent = all;
  if (since !== undefined) {
    const { reportSince } = await import('./report-since.ts');
    recent = await reportSince(all, since, run);
  }
  let beyond: BaselinedReport = { report: recent, notices: [] };
  if (baseline !== undefined || writeBaseline || pruneBaseline) {
    const { reportBeyondBaseline } = await import('./report-baseline.ts');
    beyond = reportBeyondBaseline(recent, invocation, host.cwd);
  }
  const { report, notices } = beyond;
  const old = all.findings.length - recent.findings.length;
  const sinceNotice =
    since === undefined || old === 0
      ? []
      : [`${count(old, 'finding')} not shown: not new since ${escapeControls(since)}`];
  return { report, notices: verbosity === 'quiet' ? [] : [...sinceNotice, ...notices] };
}

/** Reports only the errors of the configurations. */
async function refuseConfigs(run: Omit<LintRun, 'selection'>): Promise<ExitCode> {
  const { problems, texts } = run.configs;
  if (problems.length === 0) return EXIT.trouble;
  const report = configReport(problems, texts);
  await writeReports(report, [configSummary(problems)], run);
  return EXIT.trouble;
}

/** The lines about the run as a whole. Lines that were requested by name are shown even if the run is quiet. */
function closingLinesOf(
  report: Report,
  { skipped, rendering }: Input,
  { verbosity, statistics, maxFileSize }: LintInvocation,
): readonly string[] {
  if (verbosity === 'quiet' && !statistics) return [];
  const notRendered = rendering?.notices.map(escapeControls) ?? [];
  return [
    ...notRendered,
    ...skippedLines(skipped, maxFileSize),
    ...closingLines(report, statistics, rendering !== undefined),
  ];
}

function hasCrashed({ findings }: Report): boolean {
  return findings.some(({ rule }) => isCrashRule(rule));
}

function exitCodeOf(
  report: Report,
  { failOn, failOnEmpty, failOnSkipped }: LintInvocation,
): ExitCode {
  const { findings, summary } = report;
  if (failOnEmpty && summary.checked + summary.decoded === 0) return EXIT.findings;
  if (failOnSkipped && hasSkippedCustomResource(report)) return EXIT.findings;
  return findings.some(({ severity }) => failsAt(failOn, severity)) ? EXIT.findings : EXIT.clean;
}
