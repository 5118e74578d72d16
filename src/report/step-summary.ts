import type { Report } from '../result/report.ts';
import { escapeMarkdown } from './escape.ts';
import { type ShownFinding, shownReport } from './shown-report.ts';
import { notices, summaryLine } from './summary.ts';

/** The longest table of findings; GitHub accepts a summary of 1 MiB. */
const MOST_ROWS = 200;

/** A report as Markdown for the page of a run in GitHub Actions. */
export function stepSummary(report: Report): string {
  const { findings } = shownReport(report);
  const shown = findings.slice(0, MOST_ROWS);
  const rows = shown.map(rowOf);
  const more = findings.length - shown.length;
  return [
    '## kubeadmit',
    '',
    ...[...notices(report), summaryLine(report)].map((line) => `${escapeMarkdown(line)}\n`),
    ...(rows.length > 0
      ? ['| severity | where | finding | rule |', '| --- | --- | --- | --- |']
      : []),
    ...rows,
    ...(more > 0 ? ['', `and ${more} more`] : []),
    '',
  ].join('\n');
}

function rowOf({ severity, file, line, column, message, rule, docs }: ShownFinding): string {
  const where = `${file.name}:${line}:${column}`;
  return `| ${severity} | ${escapeMarkdown(where)} | ${escapeMarkdown(message)} | [${rule}](${docs}) |`;
}
