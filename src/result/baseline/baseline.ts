import { type Finding, isCrashRule } from '../finding.ts';
import { keepFindings } from '../keep-findings.ts';
import type { Report } from '../report.ts';
import { Fingerprints } from './fingerprint.ts';

/** Findings that are known and not reported again. */
export interface BaselineEntry {
  readonly fingerprint: string;
  /** The number of findings with this fingerprint. */
  readonly count: number;
  /** The rest is for people, and to know whether an entry could have occurred in a run. */
  readonly rule: string;
  readonly object: string;
  /** The path of the file when the baseline was written, from the folder of the baseline. */
  readonly file: string;
}

/** A report without the findings of a baseline. */
interface BaselineOutcome {
  /** The report with the findings that are not in the baseline. */
  readonly report: Report;
  /** The number of findings that are in the baseline. */
  readonly known: number;
  /** The entries that occur less often than their count, with the number of missing occurrences. */
  readonly unmatched: readonly BaselineEntry[];
}

/** Removes the findings of a baseline from a report. Of equal findings, it removes as many as the baseline counts. */
export function applyBaseline(report: Report, baseline: readonly BaselineEntry[]): BaselineOutcome {
  if (baseline.length === 0) return { report, known: 0, unmatched: [] };
  const fingerprints = new Fingerprints(report);
  const left = new Map(baseline.map(({ fingerprint, count }) => [fingerprint, count]));
  const known = new Set<Finding>();
  for (const finding of report.findings) {
    if (isCrashRule(finding.rule)) continue;
    const fingerprint = fingerprints.of(finding);
    const count = left.get(fingerprint) ?? 0;
    if (count === 0) continue;
    left.set(fingerprint, count - 1);
    known.add(finding);
  }
  return {
    report: keepFindings(report, (finding) => !known.has(finding)),
    known: known.size,
    unmatched: baseline.flatMap((entry) => {
      const count = left.get(entry.fingerprint) ?? 0;
      return count > 0 ? [{ ...entry, count }] : [];
    }),
  };
}

/**
 * The entries for all findings of a report.
 *
 * @param pathOf the path of a file from the folder of the baseline
 */
export function baselineOf(
  report: Report,
  pathOf: (file: string) => string,
): readonly BaselineEntry[] {
  const fingerprints = new Fingerprints(report);
  const entries = new Map<string, BaselineEntry>();
  for (const finding of report.findings) {
    const fingerprint = fingerprints.of(finding);
    const { count } = entries.get(fingerprint) ?? { count: 0 };
    const { rule, file } = finding;
    const object = fingerprints.objectOf(finding);
    entries.set(fingerprint, { fingerprint, count: count + 1, rule, object, file: pathOf(file) });
  }
  return [...entries.values()];
}

/** The entries of two baselines in one. The counts of common entries are added. */
export function mergeBaselines(
  a: readonly BaselineEntry[],
  b: readonly BaselineEntry[],
): readonly BaselineEntry[] {
  const merged = new Map(a.map((entry) => [entry.fingerprint, entry]));
  for (const entry of b) {
    const { count } = merged.get(entry.fingerprint) ?? { count: 0 };
    merged.set(entry.fingerprint, { ...entry, count: count + entry.count });
  }
  return [...merged.values()];
}

/** A baseline without some entries, reduced by their counts. */
export function withoutEntries(
  baseline: readonly BaselineEntry[],
  gone: readonly BaselineEntry[],
): readonly BaselineEntry[] {
  const counts = new Map(gone.map(({ fingerprint, count }) => [fingerprint, count]));
  return baseline.flatMap((entry) => {
    const count = entry.count - (counts.get(entry.fingerprint) ?? 0);
    return count > 0 ? [{ ...entry, count }] : [];
  });
}
