import type { Severity } from '../result/finding.ts';
import type { Report } from '../result/report.ts';
import { formatCheckstyle } from './checkstyle.ts';
import { conciseFindings } from './concise.ts';
import { withoutCommands } from './escape.ts';
import { githubFindings } from './github.ts';
import { formatGitlab } from './gitlab.ts';
import { formatJson } from './json.ts';
import { formatJunit } from './junit.ts';
import { count } from './phrases.ts';
import { limitFindings } from './reported-findings.ts';
import { formatSarif } from './sarif.ts';
import { statisticsLines } from './statistics.ts';
import type { Style } from './style.ts';
import { notices, summaryLine } from './summary.ts';
import { textFindings } from './text.ts';

/** The forms that a report can take. */
export const FORMATS = [
  'text',
  'concise',
  'json',
  'sarif',
  'github',
  'gitlab',
  'junit',
  'checkstyle',
] as const;

export type Format = (typeof FORMATS)[number];

/** The formats that people read. */
type LineFormat = 'text' | 'concise' | 'github';

/** Reports whether a format is read by programs, so that it must contain only the report. */
export function isForPrograms(format: Format): boolean {
  return !isLineFormat(format);
}

function isLineFormat(format: Format): format is LineFormat {
  return format === 'text' || format === 'concise' || format === 'github';
}

export interface FormatOptions {
  readonly style: Style;
  /** The columns of the output, at which lines are broken. Undefined if they are not known. */
  readonly width: number | undefined;
  /** The lines about the run as a whole that follow the findings. */
  readonly closing: readonly string[];
  /** True if annotations for GitHub Actions follow the findings of another format. */
  readonly annotations: boolean;
  /** The path of a file from the root of its repository, for programs that read the report in another folder. */
  readonly pathInRepository: (file: string) => string;
  /** Reports whether findings of a severity fail the run. */
  readonly fails: (severity: Severity) => boolean;
  /** The largest number of findings that are shown to people. Undefined for all. */
  readonly maxFindings: number | undefined;
}

/**
 * Writes a report in a format, piece by piece. The pieces together end with a line break, or are empty. A piece may be
 * a part of a line, except in formats for people.
 */
export function formatReport(
  report: Report,
  format: Format,
  options: FormatOptions,
): Iterable<string> {
  const { pathInRepository, fails } = options;
  switch (format) {
    case 'json':
      return formatJson(report);
    case 'sarif':
      return [formatSarif(report, pathInRepository)];
    case 'gitlab':
      return [formatGitlab(report, pathInRepository)];
    case 'junit':
      return [formatJunit(report, fails)];
    case 'checkstyle':
      return [formatCheckstyle(report)];
    default:
      return formatLines(report, format, options);
  }
}

function* formatLines(
  report: Report,
  format: LineFormat,
  options: FormatOptions,
): Iterable<string> {
  const { maxFindings, annotations, pathInRepository, closing } = options;
  const { shown, hidden } = limitFindings(report, maxFindings);
  const isAnnotated = annotations || format === 'github';
  for (const line of findingLines(shown, format, options)) yield withoutCommands(`${line}\n`);
  // The only commands.
  if (isAnnotated) for (const line of githubFindings(shown, pathInRepository)) yield `${line}\n`;
  if (hidden > 0) yield `${count(hidden, 'more finding')} not shown (--max-findings)\n`;
  for (const line of closing) yield withoutCommands(`${line}\n`);
}

/** The lines about the run as a whole. The summary is the last line. */
export function closingLines(report: Report, statistics: boolean): readonly string[] {
  return [...(statistics ? statisticsLines(report) : []), ...notices(report), summaryLine(report)];
}

function findingLines(
  report: Report,
  format: LineFormat,
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
