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
  const lost = (severity: Severity) => count(report.findings, severity) - count(findings, severity);
  const { summary } = report;
  return {
    ...report,
    findings,
    summary: {
      ...summary,
      errors: summary.errors - lost('error'),
      warnings: summary.warnings - lost('warning'),
      infos: summary.infos - lost('info'),
    },
  };
}

function count(findings: readonly Finding[], severity: Severity): number {
  return findings.filter((finding) => finding.severity === severity).length;
}
