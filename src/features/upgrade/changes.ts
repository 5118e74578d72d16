import { indexBy } from '../../base/index-by.ts';
import { mergeRepetitions } from '../../lint/settle/repetitions.ts';
import { documentKey } from '../../result/document-key.ts';
import type { Finding } from '../../result/finding.ts';
import type { Report } from '../../result/report.ts';
import type { DocumentReport, Verdict } from '../../result/verdict.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import type { Difference } from './difference.ts';

/**
 * The effect of a newer minor on a document. A minor refuses a document too if an admission policy of the input denies
 * it.
 *
 * - `refused`: the older minor accepts it, and the newer one does not.
 * - `warned`: both accept it, and a finding is reported only for the newer one.
 * - `different`: both accept it, and a part of it works differently in the newer one.
 * - `accepted`: the older minor refuses it, and the newer one does not.
 */
export type ChangeKind = 'refused' | 'warned' | 'different' | 'accepted';

export interface Change {
  readonly kind: ChangeKind;
  /** The first minor with the change. */
  readonly since: Minor;
  readonly document: DocumentReport;
  /**
   * A finding of the newer minor; of an accepted document, an error of the older one. Undefined if the findings that
   * explain a verdict are not reported, because they are suppressed or switched off.
   */
  readonly finding: Finding | undefined;
  /** The part that works differently, if the kind is `different`. */
  readonly difference?: Difference;
}

/** The errors of a document that both minors refuse, as far as they differ. */
interface OtherErrors {
  readonly document: DocumentReport;
  /** The errors of the older minor only. */
  readonly before: readonly Finding[];
  /** The errors of the newer minor only. */
  readonly after: readonly Finding[];
}

/** The minors that are compared, and all between them, the oldest first. */
interface Upgrade {
  readonly minors: readonly Minor[];
  readonly from: Minor;
  readonly to: Minor;
}

/**
 * The changes between the first and the last minor of a report, in the order of its documents and findings. Repetitions
 * in several documents must not be merged in the report, because each document has its own changes.
 *
 * @param differences the parts that work differently, by the keys of their documents
 */
export function changesIn(
  report: Report,
  differences: ReadonlyMap<string, readonly Difference[]> = new Map(),
): readonly Change[] {
  return comparedDocuments(report).flatMap((compared) => [
    ...changesOf(compared),
    ...differingParts(compared, differences.get(documentKey(compared.document)) ?? []),
  ]);
}

/** The errors of the documents that both the first and the last minor of a report refuse, but with other errors. */
export function otherErrorsIn(report: Report): readonly OtherErrors[] {
  return comparedDocuments(report)
    .filter(({ accepts, upgrade: { from, to } }) => !accepts(from) && !accepts(to))
    .map(({ document, findings, upgrade }) => {
      const errors = findings.filter(refusesDocument);
      return { document, before: goneIn(errors, upgrade), after: newIn(errors, upgrade) };
    })
    .filter(({ before, after }) => before.length > 0 || after.length > 0);
}

/** A document with its findings in all minors. */
interface ComparedDocument {
  readonly document: DocumentReport;
  readonly findings: readonly Finding[];
  readonly upgrade: Upgrade;
  accepts(minor: Minor): boolean;
}

function comparedDocuments(report: Report): readonly ComparedDocument[] {
  const minors = report.kubernetesVersions;
  const [from] = minors;
  const to = minors.at(-1);
  if (from === undefined || to === undefined || from === to) return [];
  const upgrade = { minors, from, to };
  const byDocument = indexBy(report.findings, (finding) => [documentKey(finding)]);
  return report.documents
    .filter(({ skipped }) => skipped === undefined)
    .map((document) => {
      const findings = byDocument.get(documentKey(document)) ?? [];
      const denials = findings.filter(isDenial);
      const accepts = (minor: Minor) =>
        isAccepted(document.verdicts[minor]) &&
        !denials.some((denial) => denial.minors.includes(minor));
      return { document, findings, upgrade, accepts };
    });
}

/** The findings that hold in the newer minor only. */
function newIn(findings: readonly Finding[], { from, to }: Upgrade): readonly Finding[] {
  return findings.filter(({ minors }) => !minors.includes(from) && minors.includes(to));
}

/** The findings that hold in the older minor only. */
function goneIn(findings: readonly Finding[], { from, to }: Upgrade): readonly Finding[] {
  return findings.filter(({ minors }) => minors.includes(from) && !minors.includes(to));
}

function differingParts(
  { document, accepts, upgrade: { from, to } }: ComparedDocument,
  differences: readonly Difference[],
): readonly Change[] {
  if (!accepts(from) || !accepts(to)) return [];
  return differences.map((difference) => ({
    kind: 'different',
    since: difference.since,
    document,
    finding: undefined,
    difference,
  }));
}

function changesOf({ document, findings, upgrade, accepts }: ComparedDocument): readonly Change[] {
  const { from, to } = upgrade;
  if (accepts(from) && accepts(to)) {
    return mergeRepetitions(newIn(findings, upgrade), () => document).map((finding) => {
      const since = sinceWhen(upgrade, (minor) => finding.minors.includes(minor));
      return { kind: 'warned', since, document, finding };
    });
  }
  if (accepts(from) === accepts(to)) return [];
  const kind = accepts(to) ? 'accepted' : 'refused';
  const since = sinceWhen(upgrade, (minor) => accepts(minor) === accepts(to));
  const refusals = findings.filter(refusesDocument);
  const reasons = kind === 'refused' ? newIn(refusals, upgrade) : goneIn(refusals, upgrade);
  return (reasons.length === 0 ? [undefined] : reasons).map((finding) => ({
    kind,
    since,
    document,
    finding,
  }));
}

/** Reports whether a document is refused for the reason of a finding. */
function refusesDocument(finding: Finding): boolean {
  return finding.severity === 'error' || isDenial(finding);
}

/** Reports whether a finding says that an admission policy denies its document. */
function isDenial({ rule }: Finding): boolean {
  return rule === 'decision/denied';
}

/**
 * The number of documents that both the first and the last minor of a report refuse, so that nothing changes for them.
 */
export function countRefusedByBoth({ kubernetesVersions, documents }: Report): number {
  const ends = [kubernetesVersions[0], kubernetesVersions.at(-1)];
  return documents.filter(
    ({ skipped, verdicts }) =>
      skipped === undefined &&
      ends.every((minor) => minor !== undefined && !isAccepted(verdicts[minor])),
  ).length;
}

/** The verdicts that are not refusals of the server. */
const NOT_REFUSED: ReadonlySet<Verdict> = new Set([
  'accepted',
  'decodes',
  'unrendered',
  'fits-schema',
  'unknown',
]);

function isAccepted(verdict: Verdict | undefined): boolean {
  return verdict !== undefined && NOT_REFUSED.has(verdict);
}

/** The first of the last minors that all have something, as the newest one does. */
function sinceWhen({ minors, to }: Upgrade, holds: (minor: Minor) => boolean): Minor {
  return minors[minors.findLastIndex((minor) => !holds(minor)) + 1] ?? to;
}
