import type { Finding } from '../result/finding.ts';
import type { Report } from '../result/report.ts';

/** A finding as people are shown it: with those that only follow from it. */
export interface ReportedFinding {
  readonly finding: Finding;
  /** What else the server reports because of it, in the order of the report. */
  readonly consequences: readonly Finding[];
}

/** The findings that do not follow from another one, each with its consequences. */
export function reportedFindings({ findings }: Report): readonly ReportedFinding[] {
  const consequences = new Map<number, Finding[]>();
  for (const finding of findings) {
    if (finding.causedBy === null) continue;
    const known = consequences.get(finding.causedBy);
    if (known === undefined) consequences.set(finding.causedBy, [finding]);
    else known.push(finding);
  }
  return findings.flatMap((finding, index) =>
    finding.causedBy === null ? [{ finding, consequences: consequences.get(index) ?? [] }] : [],
  );
}
