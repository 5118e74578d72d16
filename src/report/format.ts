import type { Report } from '../result/report.ts';
import { conciseFindings } from './concise.ts';
import { githubFindings } from './github.ts';
import { formatJson } from './json.ts';
import { statsLines } from './stats.ts';
import type { Style } from './style.ts';
import { notices, summaryLine } from './summary.ts';
import { textFindings } from './text.ts';

/** The forms that a report can take. */
export const FORMATS = ['text', 'concise', 'json', 'github'] as const;

export type Format = (typeof FORMATS)[number];

export interface FormatOptions {
  readonly style: Style;
  /** Whether the lines about the run as a whole follow the findings. */
  readonly summary: boolean;
  /** Whether the summary counts documents by kind and reason. */
  readonly stats: boolean;
  /** Whether annotations for GitHub Actions follow the findings of another format. */
  readonly annotations: boolean;
  /** The path of a file from the root of its repository, for annotations. */
  readonly annotatedPath: (file: string) => string;
}

/** Writes a report in a format. The result ends with a line break, or is empty. */
export function formatReport(report: Report, format: Format, options: FormatOptions): string {
  if (format === 'json') return formatJson(report);
  const lines = [
    ...findingLines(report, format, options),
    ...(options.annotations ? githubFindings(report, options.annotatedPath) : []),
    ...(options.summary ? closingLines(report, options.stats) : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** What is said of the run as a whole; the summary is the last line. */
export function closingLines(report: Report, stats: boolean): readonly string[] {
  return [...(stats ? statsLines(report) : []), ...notices(report), summaryLine(report)];
}

function findingLines(
  report: Report,
  format: Exclude<Format, 'json'>,
  { style, annotatedPath }: FormatOptions,
): Iterable<string> {
  switch (format) {
    case 'text':
      return textFindings(report, style);
    case 'concise':
      return conciseFindings(report, style);
    case 'github':
      return githubFindings(report, annotatedPath);
  }
}
