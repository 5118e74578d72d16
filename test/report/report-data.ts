import type { Finding } from '../../src/result/finding.ts';
import type { Report } from '../../src/result/report.ts';
import type { DocumentReport } from '../../src/result/verdict.ts';

/** The minor of reports that are made up, for golden files contain it; not the newest one. */
export const MINOR = '1.36';

/** A finding with the given properties. The other properties have arbitrary values. */
export function finding(part: Partial<Finding> = {}): Finding {
  const line = part.line ?? 1;
  const column = part.column ?? 1;
  return {
    rule: 'webhook/timeout',
    message: 'timeoutSeconds is 60; it must be between 1 and 30',
    messageId: 'range',
    severity: 'error',
    file: 'a.yaml',
    index: 0,
    item: null,
    line,
    column,
    endLine: line,
    endColumn: column + 1,
    field: null,
    cause: null,
    causedBy: null,
    minors: [MINOR],
    related: [],
    help: null,
    fix: null,
    docs: 'https://example.com/rules/webhook/timeout.md',
    ...part,
  };
}

export function documentReport(part: Partial<DocumentReport> = {}): DocumentReport {
  return {
    file: 'a.yaml',
    index: 0,
    item: null,
    apiVersion: 'v1',
    kind: 'ConfigMap',
    namespace: null,
    name: 'a',
    line: 1,
    renderedFrom: null,
    isDecodedOnly: false,
    skipped: undefined,
    operation: 'create',
    withheld: 0,
    verdicts: { [MINOR]: 'accepted' },
    ...part,
  };
}

/** A report about texts by file name; the summary is counted. */
export function report(
  texts: Readonly<Record<string, string>>,
  findings: readonly Finding[],
  part: Partial<Report> = {},
): Report {
  const documents = part.documents ?? [];
  const judged = documents.filter(({ skipped }) => skipped === undefined);
  const count = (severity: string) => findings.filter((each) => each.severity === severity).length;
  return {
    version: 1,
    kubernetesVersions: [MINOR],
    documents,
    findings,
    summary: {
      files: Object.keys(texts).length,
      documents: documents.length,
      checked: judged.filter(({ isDecodedOnly }) => !isDecodedOnly).length,
      decoded: judged.filter(({ isDecodedOnly }) => isDecodedOnly).length,
      errors: count('error'),
      warnings: count('warning'),
      infos: count('info'),
    },
    suppressed: [],
    unusableCrds: [],
    removedCrds: [],
    unbuilt: 0,
    policyRun: undefined,
    flagFiles: [],
    texts: new Map(Object.entries(texts)),
    ...part,
  };
}

/** The span of a part of a text, for a finding. */
export function spanOf(
  text: string,
  part: string,
): Pick<Finding, 'line' | 'column' | 'endLine' | 'endColumn'> {
  const start = text.indexOf(part);
  if (start < 0) throw new Error(`the text has no ${part}`);
  const from = placeOf(text.slice(0, start));
  const to = placeOf(text.slice(0, start + part.length));
  return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}

function placeOf(before: string): { readonly line: number; readonly column: number } {
  const lines = before.split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}
