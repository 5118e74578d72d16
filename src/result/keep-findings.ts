import type { Finding, Severity } from './finding.ts';
import type { Report } from './report.ts';

/** A report with only some of its findings. A consequence of a finding that is not kept is no longer a consequence. */
export function keepFindings(report: Report, isKept: (finding: Finding) => boolean): Report {
  const positions = new Map<number, number>();
  for (const [index, finding] of report.findings.entries()) {
    if (isKept(finding)) positions.set(index, positions.size);
  }
  if (positions.size === report.findings.length) return report;
  const findings = [...positions.keys()].flatMap((index) => {
    const finding = report.findings[index];
    if (finding === undefined) return [];
    const { causedBy } = finding;
    return [{ ...finding, causedBy: causedBy === null ? null : (positions.get(causedBy) ?? null) }];
  });
  return withFindings(report, findings);
}

/**
 * A report with other findings, and with a summary that counts these. Infos may be counted that are not among the
 * findings.
 */
export function withFindings(report: Report, findings: readonly Finding[]): Report {
  const added = (severity: Severity) =>
    count(findings, severity) - count(report.findings, severity);
  const { summary } = report;
  return {
    ...report,
    findings,
    summary: {
      ...summary,
      errors: summary.errors + added('error'),
      warnings: summary.warnings + added('warning'),
      infos: summary.infos + added('info'),
    },
  };
}

function count(findings: readonly Finding[], severity: Severity): number {
  return findings.filter((finding) => finding.severity === severity).length;
}
