import { indexBy } from '../base/index-by.ts';
import { type Finding, SEVERITIES } from '../result/finding.ts';
import { keepFindings } from '../result/keep-findings.ts';
import type { Report } from '../result/report.ts';

/** A finding with its consequences, as it is shown to people. */
interface ReportedFinding {
  readonly finding: Finding;
  /** The findings that the server reports because of this finding, in the order of the report. */
  readonly consequences: readonly Finding[];
}

/** The findings that are not consequences, each with its consequences. */
export function reportedFindings({ findings }: Report): readonly ReportedFinding[] {
  const consequences = indexBy(findings, ({ causedBy }) => [causedBy]);
  return findings.flatMap((finding, index) =>
    finding.causedBy === null ? [{ finding, consequences: consequences.get(index) ?? [] }] : [],
  );
}

/** A report with only the most severe of its findings, in their order. */
export function limitFindings(
  report: Report,
  most: number | undefined,
): { readonly shown: Report; readonly hidden: number } {
  const reported = reportedFindings(report);
  if (most === undefined || reported.length <= most) return { shown: report, hidden: 0 };
  const bySeverity = SEVERITIES.flatMap((severity) =>
    reported.filter(({ finding }) => finding.severity === severity),
  ).slice(0, most);
  const kept = new Set(
    bySeverity.flatMap(({ finding, consequences }) => [finding, ...consequences]),
  );
  return {
    shown: keepFindings(report, (finding) => kept.has(finding)),
    hidden: reported.length - most,
  };
}
