import type { Report } from '../result/report.ts';
import type { DocumentReport, Verdict } from '../result/verdict.ts';
import { count, minorsText, printable } from './phrases.ts';
import { countUnrendered, SKIP_REASONS } from './summary.ts';

/** Which documents were checked, and which were not and why: by kind, the most frequent first. */
export function statsLines(report: Report): readonly string[] {
  const judged = report.documents.filter(({ skipped }) => skipped === undefined);
  const checked = judged.filter(({ isDecodedOnly }) => !isDecodedOnly);
  const decoded = judged.filter(({ isDecodedOnly }) => isDecodedOnly);
  const skipped = report.documents.filter((document) => document.skipped !== undefined);
  const unrendered = countUnrendered(report);
  return [
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
  return printable(`${apiVersion ?? '(no apiVersion)'} ${kind ?? '(no kind)'}`);
}

/** The verdicts of each minor. */
function verdictLines(documents: readonly DocumentReport[], report: Report): readonly string[] {
  if (documents.length === 0) return [];
  return report.kubernetesVersions.map((minor) => {
    const verdicts = tally(documents, ({ verdicts }): Verdict => verdicts[minor] ?? 'skipped');
    const counts = verdicts.map(([verdict, number]) => `${number} ${verdict}`).join(', ');
    return `  Kubernetes ${minorsText([minor])}: ${counts}`;
  });
}

function table(
  documents: readonly DocumentReport[],
  nameOf: (document: DocumentReport) => string,
): readonly string[] {
  const rows = tally(documents, nameOf);
  const width = Math.max(0, ...rows.map(([, number]) => String(number).length));
  return rows.map(([name, number]) => `  ${String(number).padStart(width)}  ${name}`);
}

function tally<T extends string>(
  documents: readonly DocumentReport[],
  nameOf: (document: DocumentReport) => T,
): readonly (readonly [T, number])[] {
  const counts = new Map<T, number>();
  for (const document of documents) {
    const name = nameOf(document);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}
