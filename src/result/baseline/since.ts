import type { Finding } from '../finding.ts';
import { keepFindings } from '../keep-findings.ts';
import type { Report } from '../report.ts';
import { applyBaseline, baselineOf } from './baseline.ts';
import { type LineSpan, touches } from './changed-lines.ts';

/**
 * Takes out of a report what is as it was before: findings that touch no changed line, with an equal one in the report
 * of that time.
 *
 * @param linesOf the changed lines of a file
 * @param before the report of that time, which is only made if it is needed
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
  // Findings are made again where what they follow from is not kept, so that they are compared by place.
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
