import { dirname } from 'node:path';
import { textBetween } from '../../../base/text-between.ts';
import { findingInText } from '../../../lint/rules/rule-registry.ts';
import { RuleSelection } from '../../../lint/rules/rule-selection.ts';
import { type Finding, severityAt } from '../../../result/finding.ts';
import { withFindings } from '../../../result/keep-findings.ts';
import { contentRange } from '../../../result/line-range.ts';
import type { Report } from '../../../result/report.ts';
import { newestOf } from '../../../server/kubernetes/minors.ts';
import { readSmallText } from '../../node/disk/open-file.ts';
import { pathFrom } from '../../node/disk/within.ts';
import type { BuildFailure } from '../../node/render/build-failure.ts';
import { tracedBuilds } from '../../node/render/charts/chart-traces.ts';
import { placeFindings } from '../../node/render/place-findings.ts';
import type { Rendering } from '../../node/render/render.ts';
import { type LintRun, mergesRepetitions } from './lint-run.ts';

const RULE = 'project/build-failed';

/** The most bytes of a file of which an excerpt is shown. */
const LARGEST = 4 * 1024 * 1024;

/**
 * The report of a run with `--render`: its findings are in the files of the repository, and failed builds are findings.
 */
export async function renderedReport(
  report: Report,
  rendering: Rendering,
  run: LintRun,
): Promise<Report> {
  const { cwd } = run.host;
  const minor = newestOf(run.invocation.kubernetesVersion);
  const builds = await tracedBuilds(report, rendering.builds, minor);
  const placed = placeFindings(report, builds, {
    cwd,
    mergesRepetitions: mergesRepetitions(run.invocation),
  });
  const texts = new Map<string, string>();
  const failures = new Map<string, Finding>();
  for (const failure of rendering.failures) {
    const finding = failureFinding(failure, run, report);
    if (finding === undefined) continue;
    // Several builds may fail at the same place.
    failures.set(`${finding.file} ${finding.line} ${finding.message}`, finding);
    texts.set(finding.file, readSmallText(failure.file, LARGEST) ?? '');
  }
  // Rules about kustomizations have reported the reasons of some failures already.
  const known = placed.findings.filter(({ rule }) => KNOWN_REASONS.has(rule));
  const found = [...failures.values()].filter(
    (failure) => !known.some((finding) => saysTheSame(finding, failure)),
  );
  return {
    ...withFindings(placed, [...placed.findings, ...found]),
    texts: { get: (file) => placed.texts.get(file) ?? texts.get(file) },
  };
}

/** The rules that report why a kustomization cannot be built. */
const KNOWN_REASONS: ReadonlySet<string> = new Set([
  'project/missing-file',
  'project/patch-target',
]);

/** Reports whether a finding of a rule about kustomizations is the reason of a failure. */
function saysTheSame(finding: Finding, failure: Finding): boolean {
  if (finding.rule === 'project/missing-file') {
    return finding.file === failure.file && finding.line === failure.line;
  }
  // The id is a text such as `Deployment.v1.apps/web.shop`.
  const [type = '', object = ''] =
    textBetween(failure.message, 'no matches for Id ', ';')?.split('/') ?? [];
  const [kind = ''] = type.split('.');
  const name = object.slice(0, object.lastIndexOf('.'));
  const isMissing = kind !== '' && finding.message.includes(` ${kind} '${name}'`);
  const [, problem] = finding.message.split(', so kustomize build fails: ', 2);
  return isMissing || (problem !== undefined && failure.message.includes(problem));
}

/** The finding of a failed build; undefined if the rule is turned off. */
function failureFinding(
  { file, line, messageId, problem }: BuildFailure,
  { invocation, configs, host }: LintRun,
  { kubernetesVersions }: Report,
): Finding | undefined {
  const { only, skip } = invocation;
  const ruleLevels = configs.ruleLevelsFor(file, dirname(file));
  if (!new RuleSelection({ only, skip, ruleLevels }).reports(RULE)) return undefined;
  const finding = findingInText(
    RULE,
    messageId,
    { problem },
    {
      ...contentRange(readSmallText(file, LARGEST) ?? '', line),
      file: pathFrom(host.cwd, file),
      index: 0,
      minors: kubernetesVersions,
    },
  );
  return { ...finding, severity: severityAt(ruleLevels, RULE, finding.severity) };
}
