import type { ShownReport } from '../shown-report.ts';
import type { Style } from '../style.ts';

/** One line for each finding, as editors and problem matchers read it: `path:line:col: severity: message [rule]`. */
export function conciseFindings({ findings }: ShownReport, style: Style): readonly string[] {
  return findings.map(({ file, line, column, severity, message, notes, rule }) => {
    const paint = style.severity[severity];
    const remarks = notes.map((note) => ` (${note})`).join('');
    return `${file.name}:${line}:${column}: ${paint(`${severity}:`)} ${message}${remarks} ${style.faint(`[${rule}]`)}`;
  });
}
