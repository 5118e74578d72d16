import type { Finding, Severity } from '../../result/finding.ts';
import type { Report, Summary, SuppressedFinding } from '../../result/report.ts';
import type { DocumentReport } from '../../result/verdict.ts';
import type { SourceText } from '../read/source-text.ts';
import type { Run } from '../run.ts';
import { withConsequences } from '../settle/consequences.ts';
import { mergeRepetitions } from '../settle/repetitions.ts';
import type { SettledParts } from './parts.ts';

/** The contents of a report other than the results of the parts. */
type ReportFacts = Pick<Report, 'unusableCrds' | 'removedCrds' | 'unbuilt' | 'policyRun'>;

/** Combines the results of all parts, in the order of the input, into one report. */
export function buildReport(
  { files, documents, found: parts, counted }: SettledParts,
  run: Run,
  { unusableCrds, removedCrds, unbuilt, policyRun }: ReportFacts,
): Report {
  const found: Finding[] = [];
  const sources = new Map<string, SourceText>();
  const documentOf = new Map<Finding, DocumentReport>();
  const suppressed: SuppressedFinding[] = [];
  for (const part of parts) {
    for (const one of part.suppressed) {
      suppressed.push(one);
      if (part.source !== undefined) sources.set(one.finding.file, part.source);
    }
    const byItem = new Map(part.documents.map((document) => [document.item, document]));
    for (const finding of part.findings) {
      found.push(finding);
      const document = byItem.get(finding.item);
      if (document !== undefined) documentOf.set(finding, document);
      if (part.source !== undefined) sources.set(finding.file, part.source);
    }
  }
  const merged = run.mergesRepetitions
    ? mergeRepetitions(found, (finding) => documentOf.get(finding))
    : found;
  const findings = withConsequences(merged.filter((finding) => run.reports(finding)));
  return {
    version: 1,
    flagFiles: run.flagFiles,
    kubernetesVersions: run.servers.map(({ minor }) => minor),
    documents,
    findings,
    summary: summarize(files, documents, merged, counted),
    texts: { get: (file) => sources.get(file)?.text },
    suppressed,
    unusableCrds,
    removedCrds,
    unbuilt,
    policyRun,
  };
}

/** @param counted the infos that are not among the findings */
function summarize(
  files: number,
  documents: readonly DocumentReport[],
  findings: readonly Finding[],
  counted: number,
): Summary {
  const countOf = (severity: Severity) =>
    findings.filter((finding) => finding.severity === severity).length;
  const judged = documents.filter(({ skipped }) => skipped === undefined);
  const decoded = judged.filter(({ isDecodedOnly }) => isDecodedOnly).length;
  return {
    files,
    documents: documents.length,
    checked: judged.length - decoded,
    decoded,
    errors: countOf('error'),
    warnings: countOf('warning'),
    infos: countOf('info') + counted,
  };
}
