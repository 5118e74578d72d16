import type { Minor } from '../kubernetes/minors.ts';
import type { Finding, Severity } from '../result/finding.ts';
import type { Report, Summary } from '../result/report.ts';
import type { DocumentReport } from '../result/verdict.ts';
import type { SettledPart } from './settle.ts';

/** What a report needs beside the parts of the input. */
export interface ReportFacts {
  readonly minors: readonly Minor[];
  /** How many sources were read. */
  readonly files: number;
  readonly unusableCrds: readonly DocumentReport[];
}

/** Puts the results of all parts, in the order of the input, into one report. */
export function buildReport(
  parts: Iterable<SettledPart>,
  { minors, files, unusableCrds }: ReportFacts,
): Report {
  const documents: DocumentReport[] = [];
  const findings: Finding[] = [];
  const texts = new Map<string, string>();
  let hiddenInfos = 0;
  for (const part of parts) {
    // One by one: a List may have more items than a call may have arguments.
    for (const document of part.documents) documents.push(document);
    hiddenInfos += part.hiddenInfos;
    const before = findings.length;
    for (const finding of part.findings) {
      const { causedBy } = finding;
      findings.push(causedBy === null ? finding : { ...finding, causedBy: before + causedBy });
      if (part.text !== undefined) texts.set(finding.file, part.text);
    }
  }
  return {
    version: 1,
    kubernetesVersions: minors,
    documents,
    findings,
    summary: summarize(files, documents, findings, hiddenInfos),
    texts,
    unusableCrds,
  };
}

function summarize(
  files: number,
  documents: readonly DocumentReport[],
  findings: readonly Finding[],
  hiddenInfos: number,
): Summary {
  const countOf = (severity: Severity) =>
    findings.filter((finding) => finding.severity === severity).length;
  const decoded = documents.filter(({ verdicts }) =>
    Object.values(verdicts).includes('decodes'),
  ).length;
  const skipped = documents.filter((document) => document.skipped !== undefined).length;
  return {
    files,
    documents: documents.length,
    checked: documents.length - decoded - skipped,
    decoded,
    errors: countOf('error'),
    warnings: countOf('warning'),
    infos: countOf('info') + hiddenInfos,
  };
}
