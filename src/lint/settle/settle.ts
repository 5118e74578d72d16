import { indexBy } from '../../base/index-by.ts';
import type { Finding } from '../../result/finding.ts';
import type { SuppressedFinding } from '../../result/report.ts';
import {
  type DocumentIdentity,
  type DocumentReport,
  type Verdict,
  verdictOf,
} from '../../result/verdict.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import type { CheckedPart } from '../check/checked-part.ts';
import { type Draft, isRefusal, objectKey } from '../check/draft.ts';
import type { SourceText } from '../read/source-text.ts';
import type { Run } from '../run.ts';
import { mergeMinors } from './merge-minors.ts';
import { type Causes, inServerOrder } from './server-order.ts';
import { suppress } from './suppress.ts';
import { withhold } from './withhold.ts';

/** The final result for a part of a text. */
export interface SettledPart {
  readonly documents: readonly DocumentReport[];
  /** The findings by location, then by rule. */
  readonly findings: readonly Finding[];
  /** The findings that suppressions remove. */
  readonly suppressed: readonly SuppressedFinding[];
  /** The source of the findings. Undefined if no findings are reported or suppressed. */
  readonly source: SourceText | undefined;
}

/** Reports whether a part has findings, reported or suppressed. */
export function hasFindings({ findings, suppressed }: SettledPart): boolean {
  return findings.length > 0 || suppressed.length > 0;
}

/** Makes verdicts and findings of all drafts of a part. */
export function settle(part: CheckedPart, run: Run): SettledPart {
  const { withheld, certain } = withhold(part, run.patches);
  const { drafts, causes } = inServerOrder(certain);
  const all = mergeMinors(
    drafts.filter(({ isMuted }) => !isMuted),
    part,
  );
  const withheldOf = indexBy(withheld, ({ item }) => [item]);
  const { findings, suppressed } = suppress(all, part, run);
  return {
    documents: part.documents.map((document) => {
      const ofDocument = withheldOf.get(document.item) ?? [];
      const evidence = { causes, withheld: ofDocument };
      return reportOn(document, {
        operation: part.updated.has(document.item) ? 'update' : 'create',
        withheld: ofDocument.length,
        verdicts: run.verdicts((minor) => verdictOn(document, minor, part, evidence)),
      });
    }),
    findings,
    suppressed,
    source:
      suppressed.length > 0 || findings.some((finding) => run.reports(finding))
        ? part.source
        : undefined,
  };
}

/** This is one literal, because V8 makes larger objects if members are added to the members of another object. */
function reportOn(
  identity: DocumentIdentity,
  { operation, withheld, verdicts }: Omit<DocumentReport, keyof DocumentIdentity>,
): DocumentReport {
  const { file, index, item, apiVersion, kind, namespace, name, line } = identity;
  const { renderedFrom, isDecodedOnly, skipped } = identity;
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
    isDecodedOnly,
    skipped,
    operation,
    withheld,
    verdicts,
  };
}

/** The drafts that a verdict follows from. */
interface Evidence {
  /** The causes of all certain drafts about the part. */
  readonly causes: Causes;
  /** The withheld drafts about the document. */
  readonly withheld: readonly Draft[];
}

function verdictOn(
  { item, isDecodedOnly, skipped }: DocumentIdentity,
  minor: Minor,
  { part, isReadable, unjudged, bySchemaOnly, drafts }: CheckedPart,
  { causes, withheld }: Evidence,
): Verdict {
  if (skipped !== undefined || unjudged.has(objectKey(minor, item))) return 'skipped';
  if (!isReadable) return 'undecodable';
  // Only JSON is sent to the server as it is, so that the server sees duplicate keys.
  const isSentVerbatim = part.format === 'json';
  const verdict = verdictOf(causes.of(minor, item), { isSentVerbatim, isDecodedOnly });
  const isOpen = withheld.some((draft) => draft.minor === minor && isRefusal(draft));
  const isFine = verdict === 'accepted' || verdict === 'decodes';
  if (isFine && isOpen) return 'unrendered';
  if (isFine && causes.areUnknown(minor, item)) return 'unknown';
  if (verdict !== 'accepted' || !bySchemaOnly.has(objectKey(minor, item))) return verdict;
  const isMisfit = drafts.some(
    (draft) => draft.standing.kind === 'misfit' && draft.minor === minor && draft.item === item,
  );
  return isMisfit ? 'unknown' : 'fits-schema';
}
