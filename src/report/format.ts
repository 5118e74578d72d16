import type { Severity } from '../result/finding.ts';
import type { Report } from '../result/report.ts';
import { escapeControls } from '../result/visible-text.ts';
import { withoutCommands } from './escape.ts';
import { formatCheckstyle } from './formats/checkstyle.ts';
import { conciseFindings } from './formats/concise.ts';
import { githubFindings } from './formats/github.ts';
import { formatGitlab } from './formats/gitlab.ts';
import { formatJson } from './formats/json.ts';
import { formatJunit } from './formats/junit.ts';
import { formatSarif } from './formats/sarif.ts';
import { textFindings } from './formats/text.ts';
import { count } from './phrases.ts';
import { limitFindings } from './reported-findings.ts';
import { type ShownReport, shownReport } from './shown-report.ts';
import { statisticsLines } from './statistics.ts';
import type { Style } from './style.ts';
import { notices, summaryLine } from './summary.ts';
import { displayWidth } from './width.ts';
import { wrap } from './wrap.ts';

export interface FormatOptions {
  readonly style: Style;
  /** The columns of the output, at which lines are broken. Undefined if they are not known. */
  readonly width: number | undefined;
  /** True if each finding is shown, and the addresses of the rules' pages are printed. */
  readonly isVerbose?: boolean;
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

/** Writes the lines of the findings. Annotations and closing lines follow them. */
type LineWriter = (report: ShownReport, options: FormatOptions) => Iterable<string>;

/** The formats that people read. */
const LINES = {
  text: (report, { style, ...options }) => textFindings(report, style, options),
  concise: (report, { style }) => conciseFindings(report, style),
  // The annotations are all of it.
  github: () => [],
} as const satisfies Record<string, LineWriter>;

export type LineFormat = keyof typeof LINES;

/** Writes a report as programs read it. */
type FileWriter = (report: ShownReport, options: FormatOptions) => string;

/** The formats that programs read. The functions are called late, because their modules are in a pack of their own. */
const FILES = {
  sarif: (report) => formatSarif(report),
  gitlab: (report) => formatGitlab(report),
  junit: (report, { fails }) => formatJunit(report, fails),
  checkstyle: (report) => formatCheckstyle(report),
} as const satisfies Record<string, FileWriter>;

export type Format = LineFormat | 'json' | keyof typeof FILES;

/** The forms that a report can take. */
export const FORMATS: readonly Format[] = [...namesOf(LINES), 'json', ...namesOf(FILES)];

function namesOf<Name extends string>(formats: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(formats) as Name[];
}

/** Reports whether a format is read by programs, so that it must contain only the report. */
export function isForPrograms(format: Format): boolean {
  return !isLineFormat(format);
}

function isLineFormat(format: Format): format is LineFormat {
  return Object.hasOwn(LINES, format);
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
  if (isLineFormat(format)) return formatLines(report, format, options);
  // Programs get the texts as they are: the escapes are those of JSON.
  if (format === 'json') return formatJson(report);
  return [FILES[format](shownReport(report, options.pathInRepository), options)];
}

function* formatLines(
  report: Report,
  format: LineFormat,
  options: FormatOptions,
): Iterable<string> {
  const { maxFindings, annotations, pathInRepository, closing } = options;
  const { shown: limited, hidden } = limitFindings(report, maxFindings);
  const shown = shownReport(limited, pathInRepository);
  for (const line of LINES[format](shown, options)) yield withoutCommands(`${line}\n`);
  // These are the only commands in the output.
  if (annotations || format === 'github') {
    for (const line of githubFindings(shown)) yield `${line}\n`;
  }
  if (hidden > 0) yield `${count(hidden, 'more finding')} not shown (--max-findings)\n`;
  for (const line of closing) {
    for (const part of format === 'text' ? wrapLine(line, options.width) : [line]) {
      yield withoutCommands(`${part}\n`);
    }
  }
}

/** Breaks a line that is too long at its spaces. */
function wrapLine(line: string, width: number | undefined): readonly string[] {
  if (width === undefined || displayWidth(line) <= width) return [line];
  const indent = ' '.repeat(line.length - line.trimStart().length);
  const parts = wrap(line.trimStart(), width - indent.length, '  ');
  return parts.map((part) => indent + part);
}

/**
 * The lines about the run as a whole. The summary is the last line.
 *
 * @param isRendered true for a run with `--render`
 */
export function closingLines(
  report: Report,
  statistics: boolean,
  isRendered = false,
): readonly string[] {
  return [
    ...(statistics ? statisticsLines(report) : []),
    ...notices(report, isRendered),
    summaryLine(report),
  ].map(escapeControls);
}
