import type { Report } from '../result/report.ts';
import { escapeControls } from '../result/visible-text.ts';
import { consequencesNote, minorsNote } from './phrases.ts';
import { reportedFindings } from './reported-findings.ts';
import type { Style } from './style.ts';

/** One line for each finding, as editors and problem matchers read it: `path:line:col: severity: message [rule]`. */
export function* conciseFindings(report: Report, style: Style): Iterable<string> {
  for (const { finding, consequences } of reportedFindings(report)) {
    const { file, line, column, severity, message, rule } = finding;
    const place = `${escapeControls(file)}:${line}:${column}:`;
    const paint = style.severity[severity];
    const notes = [minorsNote(finding, report), consequencesNote(consequences)]
      .filter((note) => note !== null)
      .map((note) => ` (${note})`)
      .join('');
    yield `${place} ${paint(`${severity}:`)} ${escapeControls(message)}${notes} ${style.faint(`[${rule}]`)}`;
  }
}
