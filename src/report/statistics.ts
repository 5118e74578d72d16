import { SEVERITIES } from '../result/finding.ts';
import type { Report } from '../result/report.ts';
import type { DocumentReport, Verdict } from '../result/verdict.ts';
import { count, minorsText, shortened } from './phrases.ts';
import { countUnrendered, SKIP_REASONS } from './summary.ts';

const LONGEST_SEVERITY = Math.max(...SEVERITIES.map(({ length }) => length));

/**
 * Counts of findings by rule, of checked documents by kind, and of skipped documents by reason. The most frequent is
 * first.
 */
export function statisticsLines(report: Report): readonly string[] {
  const judged = report.documents.filter(({ skipped }) => skipped === undefined);
  const checked = judged.filter(({ isDecodedOnly }) => !isDecodedOnly);
  const decoded = judged.filter(({ isDecodedOnly }) => isDecodedOnly);
  const skipped = report.documents.filter((document) => document.skipped !== undefined);
  const unrendered = countUnrendered(report);
  const { findings, suppressed } = report;
  return [
    `findings: ${findings.length}`,
    ...table(findings, ({ severity, rule }) => `${severity.padEnd(LONGEST_SEVERITY)}  ${rule}`),
    ...(suppressed.length > 0 ? [`  suppressed: ${count(suppressed.length, 'finding')}`] : []),
    `checked: ${count(checked.length, 'document')}`,
    ...table(checked, (document) => kindOf(document)),
    ...verdictLines(checked, report),
    ...(unrendered > 0 ? [`  with unrendered values: ${count(unrendered, 'document')}`] : []),
    ...(decoded.length > 0 ? [`decoded: ${count(decoded.length, 'document')}`] : []),
    ...table(decoded, (document) => kindOf(document)),
    ...verdictLines(decoded, report),
    `skipped: ${count(skipped.length, 'document')}`,
    ...table(skipped, reasonOf),
  ];
}

function reasonOf(document: DocumentReport): string {
  if (document.skipped === undefined) return '';
  const reason = SKIP_REASONS[document.skipped];
  return document.skipped.endsWith('-kind') ? `${reason}: ${kindOf(document)}` : reason;
}

function kindOf({ apiVersion, kind }: DocumentReport): string {
  if (apiVersion === null && kind === null) return 'without apiVersion and kind';
  return shortened(`${apiVersion ?? '(no apiVersion)'} ${kind ?? '(no kind)'}`);
}

function verdictLines(documents: readonly DocumentReport[], report: Report): readonly string[] {
  if (documents.length === 0) return [];
  return report.kubernetesVersions.map((minor) => {
    const verdicts = tally(documents, ({ verdicts }): Verdict => verdicts[minor] ?? 'skipped');
    const counts = verdicts.map(([verdict, number]) => `${number} ${verdict}`).join(', ');
    return `  Kubernetes ${minorsText([minor])}: ${counts}`;
  });
}

function table<Item>(items: readonly Item[], nameOf: (item: Item) => string): readonly string[] {
  const rows = tally(items, nameOf);
  const width = Math.max(0, ...rows.map(([, number]) => String(number).length));
  return rows.map(([name, number]) => `  ${String(number).padStart(width)}  ${name}`);
}

function tally<Item, Name extends string>(
  items: readonly Item[],
  nameOf: (item: Item) => Name,
): readonly (readonly [Name, number])[] {
  const counts = new Map<Name, number>();
  for (const item of items) {
    const name = nameOf(item);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}
