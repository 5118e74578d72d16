import type { Finding, RelatedLocation } from '../result/finding.ts';
import type { Report } from '../result/report.ts';
import type { DocumentReport } from '../result/verdict.ts';

/** The report as `report.schema.json` describes it: these fields, in this order. */
export function formatJson(report: Report): string {
  const { version, kubernetesVersions, documents, findings, summary } = report;
  const { files, checked, decoded, errors, warnings, infos } = summary;
  const json = {
    version,
    kubernetesVersions,
    documents: documents.map((document) => documentJson(document, report)),
    findings: findings.map(findingJson),
    summary: { files, documents: summary.documents, checked, decoded, errors, warnings, infos },
  };
  return `${escapeForTerminals(JSON.stringify(json, undefined, 2))}\n`;
}

function documentJson(document: DocumentReport, { kubernetesVersions }: Report) {
  const { file, index, item, apiVersion, kind, namespace, name, line, verdicts } = document;
  return {
    file,
    index,
    item,
    apiVersion,
    kind,
    namespace,
    name,
    line,
    verdicts: Object.fromEntries(kubernetesVersions.map((minor) => [minor, verdicts[minor]])),
  };
}

function findingJson(finding: Finding) {
  const { rule, message, messageId, severity, file, index, item } = finding;
  const { line, column, endLine, endColumn, field, cause, minors, help, fix, docs } = finding;
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
    minors,
    related: finding.related.map(relatedJson),
    help,
    fix,
    docs,
  };
}

function relatedJson({ file, line, column, endLine, endColumn, message }: RelatedLocation) {
  return { file, line, column, endLine, endColumn, message };
}

/** JSON has no opinion on what is above U+001F; a terminal obeys some of it. */
function escapeForTerminals(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
