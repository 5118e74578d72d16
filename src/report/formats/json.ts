import { type FixEdits, ReportFixes } from '../../edits/report-fixes.ts';
import type { Finding, RelatedLocation } from '../../result/finding.ts';
import type { Report, Summary } from '../../result/report.ts';
import type { DocumentReport, SkipReason, Verdict } from '../../result/verdict.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import { escapeJson } from '../escape.ts';

/** A report as programs get it; `report.schema.json` describes it. */
export interface ReportJson {
  readonly version: 1;
  /** The minors that the verdicts are for, oldest first. */
  readonly kubernetesVersions: readonly Minor[];
  /** Every document, and every item of a List, in the order of the input. */
  readonly documents: readonly DocumentJson[];
  /** Sorted by file (in the order of the input), index, line, column, rule and message id. */
  readonly findings: readonly FindingJson[];
  readonly summary: Summary;
}

export interface FindingJson extends Omit<Finding, 'fix'> {
  /** The fix of the finding, if kubeadmit has one. */
  readonly fix: FixEdits | null;
}

/** A document of a report, or an item of a List. */
export interface DocumentJson {
  readonly file: string;
  /** The part of the file, as kubectl splits it, from 0. */
  readonly index: number;
  /** The position in a List, null outside of one. */
  readonly item: number | null;
  readonly apiVersion: string | null;
  readonly kind: string | null;
  readonly namespace: string | null;
  readonly name: string | null;
  /** The line on which it starts, from 1. */
  readonly line: number;
  /** The template that the document was rendered from, according to a comment before it or an annotation. */
  readonly renderedFrom: string | null;
  /** The request that the verdicts are about: the creation of an object, or a change of the stored one. */
  readonly operation: 'create' | 'update';
  /** The reason why the document has no verdict, if the verdict is `skipped`. */
  readonly skipped: SkipReason | null;
  /** A verdict for each of the minors of the report. */
  readonly verdicts: Readonly<Partial<Record<Minor, Verdict>>>;
}

/** The report for programs: the fields of its schema, in their order, and nothing else. */
export function reportJson(report: Report): ReportJson {
  const { version, kubernetesVersions, documents, findings } = report;
  const fixes = fixesOf(report);
  return {
    version,
    kubernetesVersions,
    documents: documents.map((document) => documentJson(document, report)),
    findings: findings.map((finding) => findingJson(finding, fixes)),
    summary: summaryJson(report),
  };
}

function fixesOf(report: Report): ReportFixes | undefined {
  return report.findings.some(({ fix }) => fix !== null) ? new ReportFixes(report) : undefined;
}

function summaryJson({ summary }: Report): Summary {
  const { files, documents, checked, decoded, errors, warnings, infos } = summary;
  return { files, documents, checked, decoded, errors, warnings, infos };
}

/** A report as the text of a JSON file, piece by piece: that of a million documents is longer than a string can be. */
export function* formatJson(report: Report): Iterable<string> {
  const { version, kubernetesVersions, documents, findings } = report;
  const fixes = fixesOf(report);
  yield `{\n${member('version', version)},\n${member('kubernetesVersions', kubernetesVersions)},\n`;
  yield* list('documents', documents, (document) => documentJson(document, report));
  yield ',\n';
  yield* list('findings', findings, (finding) => findingJson(finding, fixes));
  yield `,\n${member('summary', summaryJson(report))}\n}\n`;
}

/** A member of the outermost object. */
function member(name: string, value: unknown): string {
  return `  ${JSON.stringify(name)}: ${indented(value, '  ')}`;
}

/** A member that is a list, item by item. */
function* list<T>(
  name: string,
  items: readonly T[],
  jsonOf: (item: T) => unknown,
): Iterable<string> {
  if (items.length === 0) {
    yield member(name, []);
    return;
  }
  let before = `  ${JSON.stringify(name)}: [\n`;
  for (const item of items) {
    yield `${before}    ${indented(jsonOf(item), '    ')}`;
    before = ',\n';
  }
  yield '\n  ]';
}

function indented(value: unknown, indentation: string): string {
  return escapeJson(JSON.stringify(value, undefined, 2)).replaceAll('\n', `\n${indentation}`);
}

/** A value as the text of a JSON file that is safe to show on a terminal. */
export function jsonText(value: unknown): string {
  return `${escapeJson(JSON.stringify(value, undefined, 2))}\n`;
}

function documentJson(document: DocumentReport, { kubernetesVersions }: Report): DocumentJson {
  const { file, index, item, apiVersion, kind, namespace, name, line } = document;
  const { renderedFrom, operation, skipped = null, verdicts } = document;
  return {
    file,
    index,
    item,
    apiVersion,
    kind,
    namespace,
    name,
    line,
    renderedFrom,
    operation,
    skipped,
    verdicts: Object.fromEntries(kubernetesVersions.map((minor) => [minor, verdicts[minor]])),
  };
}

/** A finding of a report: the fields of its schema, in their order. */
export function findingJson(finding: Finding, fixes?: ReportFixes): FindingJson {
  const { rule, message, messageId, severity, file, index, item } = finding;
  const { line, column, endLine, endColumn, field, cause, plugin, causedBy } = finding;
  const { minors, help, docs } = finding;
  const fix = fixes?.of(finding) ?? null;
  return {
    rule,
    message,
    messageId,
    severity,
    file,
    index,
    item,
    line,
    column,
    endLine,
    endColumn,
    field,
    cause,
    ...(plugin && { plugin }),
    causedBy,
    minors,
    related: finding.related.map(relatedJson),
    help,
    fix,
    docs,
  };
}

function relatedJson(related: RelatedLocation): RelatedLocation {
  const { file, line, column, endLine, endColumn, message } = related;
  return { file, line, column, endLine, endColumn, message };
}
