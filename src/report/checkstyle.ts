import { indexBy } from '../base/index-by.ts';
import type { Finding } from '../result/finding.ts';
import type { Report } from '../result/report.ts';
import { consequencesNote, minorsNote } from './phrases.ts';
import { placeInRepository } from './place-in-repository.ts';
import { type ReportedFinding, reportedFindings } from './reported-findings.ts';
import { element, onLines, xmlDocument } from './xml.ts';

/** The version of Checkstyle whose reports these are like. */
const VERSION = '4.3';

/**
 * A report as Checkstyle writes it, which reviewdog and others read.
 *
 * Source: https://github.com/checkstyle/checkstyle/blob/master/src/main/java/com/puppycrawl/tools/checkstyle/XMLLogger.java
 */
export function formatCheckstyle(report: Report): string {
  const files = indexBy(reportedFindings(report), ({ finding }) => [
    placeInRepository(finding).file,
  ]);
  const elements = [...files].map(([name, found]) =>
    element('file', { name }, onLines(found.map((one) => errorOf(one, report)))),
  );
  return xmlDocument(element('checkstyle', { version: VERSION }, onLines(elements)));
}

function errorOf({ finding, consequences }: ReportedFinding, report: Report): string {
  const { severity, rule } = finding;
  const { line, column } = placeInRepository(finding);
  const message = [messageOf(finding), minorsNote(finding, report), consequencesNote(consequences)]
    .filter((part) => part !== null)
    .join('; ');
  return element('error', { line, column, severity, message, source: rule });
}

function messageOf({ message, help }: Finding): string {
  return help === null ? message : `${message} (help: ${help})`;
}
