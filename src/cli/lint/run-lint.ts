import { lint } from '../../lint.ts';
import { SEVERITIES, type Severity } from '../../result/finding.ts';
import type { Report } from '../../result/report.ts';
import type { DocumentReport } from '../../result/verdict.ts';
import { type Messages, writeOut } from '../channel.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import type { Host } from '../host.ts';
import { type LintInvocation, parseLintArguments } from './arguments.ts';
import { Input } from './input.ts';
import { writeReports } from './write-reports.ts';

/**
 * Checks what a command line names and writes the reports that it asks for.
 *
 * @param args without the name of the program, and without `lint`
 * @throws UsageError
 */
export async function runLint(
  args: readonly string[],
  host: Host,
  messages: Messages,
): Promise<ExitCode> {
  const invocation = parseLintArguments(args);
  if ('show' in invocation) {
    await writeOut(host.stdout, invocation.show);
    return EXIT.clean;
  }
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
  // That a path is wrong has been said, and there is nothing else to say.
  if (input.failed && report.summary.files === 0) return EXIT.trouble;
  for (const unusable of report.unusableCrds) messages.complain(problemOfCrd(unusable));
  const isWritten = await writeReports(report, invocation, host, messages);
  return input.failed || !isWritten || hasCrashed(report)
    ? EXIT.trouble
    : exitCodeOf(report, invocation);
}

function problemOfCrd({ file, line, name, verdicts }: DocumentReport): string {
  const place = `${file}:${line}`;
  const unfit = Object.entries(verdicts).filter(([, verdict]) => verdict !== 'accepted');
  const isUnread = unfit.every(([, verdict]) => verdict === 'undecodable');
  const what = name === null ? 'this document' : `the CRD ${name}`;
  const why = isUnread
    ? 'cannot be read'
    : `is refused by Kubernetes ${unfit.map(([minor]) => minor).join(', ')}`;
  return `${place}: ${what} ${why}, so its kinds are unknown there; check the file itself for details`;
}

function hasCrashed({ findings }: Report): boolean {
  return findings.some(({ rule }) => rule === 'internal/rule-crash');
}

function exitCodeOf(
  { findings, summary }: Report,
  { failOn, failOnEmpty }: LintInvocation,
): ExitCode {
  if (failOnEmpty && summary.checked === 0) return EXIT.findings;
  const fails = (severity: Severity) =>
    failOn !== 'never' && SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(failOn);
  return findings.some(({ severity }) => fails(severity)) ? EXIT.findings : EXIT.clean;
}
