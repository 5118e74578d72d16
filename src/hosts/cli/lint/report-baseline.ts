import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { count, verb } from '../../../report/phrases.ts';
import {
  applyBaseline,
  type BaselineEntry,
  baselineOf,
  mergeBaselines,
  withoutEntries,
} from '../../../result/baseline/baseline.ts';
import { readBaseline, writeBaseline } from '../../../result/baseline/baseline-file.ts';
import type { Report } from '../../../result/report.ts';
import { escapeControls } from '../../../result/visible-text.ts';
import { pathFrom } from '../../node/disk/within.ts';
import { UsageError } from '../exit.ts';
import { readOptionFile } from '../option-file.ts';
import { writeReportFile } from '../report-file.ts';
import type { LintInvocation } from './arguments.ts';

/** A report without the findings of a baseline, and the messages about the baseline. */
export interface BaselinedReport {
  readonly report: Report;
  readonly notices: readonly string[];
}

/** The most entries that no longer occur that are listed. */
const MOST_LISTED = 10;

/**
 * Compares a report with the baseline of a run, and writes the baseline if the options say so.
 *
 * @throws UsageError if there is no baseline, or it cannot be read
 */
export function reportBeyondBaseline(
  report: Report,
  { baseline, writeBaseline: isWritten, pruneBaseline, partial }: LintInvocation,
  cwd: string,
): BaselinedReport {
  if (baseline === undefined) {
    throw new UsageError('name the file of the baseline with --baseline');
  }
  const path = resolve(cwd, baseline);
  const name = escapeControls(baseline);
  const entries = isWritten && !existsSync(path) ? [] : read(baseline, cwd);
  const { report: beyond, known, unmatched } = applyBaseline(report, entries);
  const nameOf = (file: string) => pathFrom(dirname(path), resolve(cwd, file));
  const filesRead = new Set(report.documents.map(({ file }) => nameOf(file)));
  const gone = partial ? [] : unmatched.filter((entry) => isGone(entry, path, filesRead));
  if (isWritten) {
    const kept = withoutEntries(unmatched, gone);
    const added = baselineOf(report, nameOf);
    writeReportFile(baseline, cwd, writeBaseline(mergeBaselines(kept, added)));
    const notice = `wrote ${count(report.findings.length, 'finding')} to ${name}`;
    return { report: applyBaseline(report, added).report, notices: [notice] };
  }
  const notices = known === 0 ? [] : [`${count(known, 'finding')} of ${name} not shown`];
  if (gone.length === 0) return { report: beyond, notices };
  if (!pruneBaseline) return { report: beyond, notices: [...notices, ...goneLines(gone, name)] };
  writeReportFile(baseline, cwd, writeBaseline(withoutEntries(entries, gone)));
  const notice = `removed ${count(sum(gone), 'finding')} that no longer ${verb(sum(gone), 'occur')} from ${name}`;
  return { report: beyond, notices: [...notices, notice] };
}

function read(baseline: string, cwd: string): readonly BaselineEntry[] {
  const content = readOptionFile(baseline, cwd, 'the baseline ', '; --write-baseline writes it');
  const entries = readBaseline(new TextDecoder().decode(content));
  if (typeof entries === 'string') {
    throw new UsageError(`cannot read the baseline ${escapeControls(baseline)}: ${entries}`);
  }
  return entries;
}

/** Reports whether a known finding no longer exists: its file was read, or has been removed. */
function isGone({ file }: BaselineEntry, path: string, filesRead: ReadonlySet<string>): boolean {
  return filesRead.has(file) || !existsSync(resolve(dirname(path), file));
}

function goneLines(gone: readonly BaselineEntry[], name: string): readonly string[] {
  const listed = gone
    .slice(0, MOST_LISTED)
    .map(({ rule, object, file }) => `  ${[rule, object, file].map(escapeControls).join('  ')}`);
  const more = gone.length - listed.length;
  return [
    `${count(sum(gone), 'finding')} of ${name} no longer ${verb(sum(gone), 'occur')}; --prune-baseline removes them:`,
    ...listed,
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

function sum(entries: readonly BaselineEntry[]): number {
  return entries.reduce((total, entry) => total + entry.count, 0);
}
