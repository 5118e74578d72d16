import type { Finding } from '../finding.ts';
import { keepFindings } from '../keep-findings.ts';
import type { Report } from '../report.ts';
import { applyBaseline, baselineOf } from './baseline.ts';
import { type LineSpan, touches } from './changed-lines.ts';

/**
 * Removes the findings that are not new from a report: findings that touch no changed line, with an equal finding in
 * the earlier report.
 *
 * @param linesOf the changed lines of a file
 * @param before the earlier report, which is only made if it is needed
 */
export async function onlySince(
  report: Report,
  linesOf: (file: string) => readonly LineSpan[],
  before: () => Promise<Report>,
): Promise<Report> {
  const isTouched = (finding: Finding) =>
    [finding, ...finding.related].some((place) => touches(linesOf(place.file), place));
  const touched = new Set(report.findings.filter(isTouched));
  if (touched.size === report.findings.length) return report;
  const untouched = keepFindings(report, (finding) => !touched.has(finding));
  const old = baselineOf(await before(), (file) => file);
  const added = applyBaseline(untouched, old).report;
  // A finding is made again if the finding that it is a consequence of is not kept, so findings are compared by place.
  const addedPlaces = new Set(added.findings.map(placeOf));
  return keepFindings(
    report,
    (finding) => touched.has(finding) || addedPlaces.has(placeOf(finding)),
  );
}

function placeOf(finding: Finding): string {
  const { rule, messageId, file, index, item, line, column, field } = finding;
  return JSON.stringify([rule, messageId, file, index, item, line, column, field]);
}
