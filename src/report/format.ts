import type { Report } from '../result/report.ts';
import { conciseFindings } from './concise.ts';
import { withoutCommands } from './escape.ts';
import { githubFindings } from './github.ts';
import { formatJson } from './json.ts';
import { statsLines } from './stats.ts';
import type { Style } from './style.ts';
import { notices, summaryLine } from './summary.ts';
import { textFindings } from './text.ts';

/** The forms that a report can take. */
export const FORMATS = ['text', 'concise', 'json', 'github'] as const;

export type Format = (typeof FORMATS)[number];

/** Whether a format is read by programs, so that nothing but the report may be in it. */
export function isForPrograms(format: Format): boolean {
  return format === 'json';
}

export interface FormatOptions {
  readonly style: Style;
  /** The columns of the output, to break lines at; undefined where they are not known. */
  readonly width: number | undefined;
  /** The lines about the run as a whole that follow the findings. */
  readonly closing: readonly string[];
  /** Whether annotations for GitHub Actions follow the findings of another format. */
  readonly annotations: boolean;
  /** The path of a file from the root of its repository, for annotations. */
  readonly annotatedPath: (file: string) => string;
}

/** Writes a report in a format. The result ends with a line break, or is empty. */
export function formatReport(report: Report, format: Format, options: FormatOptions): string {
  if (format === 'json') return formatJson(report);
  const { annotatedPath, annotations, closing } = options;
  const annotated = annotations || format === 'github' ? githubFindings(report, annotatedPath) : [];
  return [
    withoutCommands(ended(findingLines(report, format, options))),
    // The only commands.
    ended(annotated),
    withoutCommands(ended(closing)),
  ].join('');
}

function ended(lines: Iterable<string>): string {
  return Array.from(lines, (line) => `${line}\n`).join('');
}

/** What is said of the run as a whole; the summary is the last line. */
export function closingLines(report: Report, stats: boolean): readonly string[] {
  return [...(stats ? statsLines(report) : []), ...notices(report), summaryLine(report)];
}

function findingLines(
  report: Report,
  format: Exclude<Format, 'json'>,
  { style, width }: FormatOptions,
): Iterable<string> {
  switch (format) {
    case 'text':
      return textFindings(report, style, width);
    case 'concise':
      return conciseFindings(report, style);
    case 'github':
      return [];
  }
}
