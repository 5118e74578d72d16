import { escapeControls } from '../result/message-text.ts';
import type { Report } from '../result/report.ts';
import type { Style } from './style.ts';

/** One line for each finding, as editors and problem matchers read it: `path:line:col: severity: message [rule]`. */
export function* conciseFindings(report: Report, style: Style): Iterable<string> {
  for (const { file, line, column, severity, message, rule } of report.findings) {
    const place = `${escapeControls(file)}:${line}:${column}:`;
    const paint = style.severity[severity];
    yield `${place} ${paint(`${severity}:`)} ${escapeControls(message)} ${style.faint(`[${rule}]`)}`;
  }
}
