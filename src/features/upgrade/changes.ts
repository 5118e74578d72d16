import { mergeRepetitions } from '../../lint/settle/repetitions.ts';
import { documentKey } from '../../result/document-key.ts';
import type { Finding } from '../../result/finding.ts';
import type { Report } from '../../result/report.ts';
import type { DocumentReport, Verdict } from '../../result/verdict.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';

/**
 * The effect of a newer minor on a document. A minor refuses a document too if an admission policy of the input denies it.
 *
 * - `refused`: the older minor accepts it, and the newer one does not.
 * - `warned`: both accept it, and a finding is reported only for the newer one.
 * - `accepted`: the older minor refuses it, and the newer one does not.
 */
export type ChangeKind = 'refused' | 'warned' | 'accepted';

/** A change for one document. */
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
}

/** The minors that are compared, and all between them, the oldest first. */
interface Upgrade {
  readonly minors: readonly Minor[];
  readonly from: Minor;
  readonly to: Minor;
}

/**
 * The changes between the first and the last minor of a report, in the order of its documents and findings. Repetitions in
 * several documents must not be merged in the report, because each document has its own changes.
 */
export function changesIn(report: Report): readonly Change[] {
  const minors = report.kubernetesVersions;
  const [from] = minors;
  const to = minors.at(-1);
  if (from === undefined || to === undefined || from === to) return [];
  const upgrade = { minors, from, to };
  const findings = new Map<string, Finding[]>();
  for (const finding of report.findings) {
    const key = documentKey(finding);
    findings.set(key, [...(findings.get(key) ?? []), finding]);
  }
  return report.documents
    .filter(({ skipped }) => skipped === undefined)
    .flatMap((document) => changesOf(document, findings.get(documentKey(document)) ?? [], upgrade));
}

function changesOf(
  document: DocumentReport,
  findings: readonly Finding[],
  upgrade: Upgrade,
): readonly Change[] {
  const { from, to } = upgrade;
  const denials = findings.filter(isDenial);
  const accepts = (minor: Minor) =>
    isAccepted(document.verdicts[minor]) &&
    !denials.some((denial) => denial.minors.includes(minor));
  const isNew = (finding: Finding) => !finding.minors.includes(from) && finding.minors.includes(to);
  const isGone = (finding: Finding) =>
    finding.minors.includes(from) && !finding.minors.includes(to);

  if (accepts(from) && accepts(to)) {
    return mergeRepetitions(findings.filter(isNew), () => document).map((finding) => {
      const since = sinceWhen(upgrade, (minor) => finding.minors.includes(minor));
      return { kind: 'warned', since, document, finding };
    });
  }
  if (accepts(from) === accepts(to)) return [];
  const kind = accepts(to) ? 'accepted' : 'refused';
  const since = sinceWhen(upgrade, (minor) => accepts(minor) === accepts(to));
  const reasons = findings.filter(
    (finding) =>
      (finding.severity === 'error' || isDenial(finding)) &&
      (kind === 'refused' ? isNew(finding) : isGone(finding)),
  );
  return (reasons.length === 0 ? [undefined] : reasons).map((finding) => ({
    kind,
    since,
    document,
    finding,
  }));
}

/** Reports whether a finding says that an admission policy denies its document. */
function isDenial({ rule }: Finding): boolean {
  return rule === 'decision/denied';
}

/** The number of documents that both the first and the last minor of a report refuse, so that nothing changes for them. */
export function countRefusedByBoth({ kubernetesVersions, documents }: Report): number {
  const ends = [kubernetesVersions[0], kubernetesVersions.at(-1)];
  return documents.filter(
    ({ skipped, verdicts }) =>
      skipped === undefined &&
      ends.every((minor) => minor !== undefined && !isAccepted(verdicts[minor])),
  ).length;
}

/** The verdicts that are no refusal of the server. */
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
