import { getOrCompute } from '../../base/get-or-compute.ts';
import { indexBy } from '../../base/index-by.ts';
import type { Cause, Finding } from '../../result/finding.ts';
import type { SuppressedFinding } from '../../result/report.ts';
import {
  type DocumentIdentity,
  type DocumentReport,
  isRefusal,
  type Verdict,
  verdictOf,
} from '../../result/verdict.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import type { CheckedPart } from '../check/checked-part.ts';
import { type Draft, keepsFromStorage, objectKey } from '../check/draft.ts';
import type { SourceText } from '../read/source-text.ts';
import { messageOf } from '../rules/rule-registry.ts';
import type { Run } from '../run.ts';
import { mergeMinors } from './merge-minors.ts';
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
  const causes = new Causes();
  const drafts = withServerOrder(withoutUndecoded(certain), causes);
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
        verdicts: run.verdicts.of((minor) => verdictOn(document, minor, part, evidence)),
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
  const isOpen = withheld.some((draft) => draft.minor === minor && keepsFromStorage(draft));
  const isFine = verdict === 'accepted' || verdict === 'decodes';
  if (isFine && isOpen) return 'unrendered';
  if (isFine && causes.areUnknown(minor, item)) return 'unknown';
  if (verdict !== 'accepted' || !bySchemaOnly.has(objectKey(minor, item))) return verdict;
  const isMisfit = drafts.some(
    (draft) => draft.standing.kind === 'misfit' && draft.minor === minor && draft.item === item,
  );
  return isMisfit ? 'unknown' : 'fits-schema';
}

/** The verdicts on the objects of a part, by minor and item. */
class Causes {
  readonly #byObject = new Map<string, Set<Cause>>();
  readonly #unknown = new Set<string>();

  of(minor: Minor, item: number | null): Set<Cause> {
    const key = objectKey(minor, item);
    return getOrCompute(this.#byObject, key, () => new Set());
  }

  addAll(drafts: readonly Draft[]): void {
    for (const { minor, item, cause, isUnknown } of drafts) {
      if (cause !== null) this.of(minor, item).add(cause);
      if (isUnknown) this.#unknown.add(objectKey(minor, item));
    }
  }

  /** Reports whether other causes may exist, because something was not checked. */
  areUnknown(minor: Minor, item: number | null): boolean {
    return this.#unknown.has(objectKey(minor, item));
  }

  refuse({ minor, item }: Draft): boolean {
    return [...this.of(minor, item)].some(isRefusal);
  }
}

/**
 * Removes the cause of each draft about an object that the server cannot decode, because the server then reports
 * nothing else.
 */
function withoutUndecoded(drafts: readonly Draft[]): readonly Draft[] {
  const undecodable = new Set<string>();
  for (const { cause, minor, item } of drafts) {
    if (cause === 'Undecodable') undecodable.add(objectKey(minor, item));
  }
  if (undecodable.size === 0) return drafts;
  return drafts.map((draft) =>
    draft.onlyIfDecodable && undecodable.has(objectKey(draft.minor, draft.item))
      ? { ...draft, cause: null, crashesServer: false }
      : draft,
  );
}

/**
 * Removes the cause of each draft that the server would not report: it runs some checks only if there are no other
 * errors, it returns most warnings only if it accepts the object, and after some errors, or if its code fails, it
 * reports nothing else.
 */
function withServerOrder(all: readonly Draft[], causes: Causes): readonly Draft[] {
  const drafts = withoutUnvalidated(withoutCrashed(all, causes));
  causes.addAll(drafts.filter(({ onlyIfOtherwiseValid }) => !onlyIfOtherwiseValid));
  return LAST_STAGES.reduce(
    (settled, isOfStage) => withoutUnreached(settled, isOfStage, causes),
    drafts,
  );
}

/** The last checks, warnings, and what the storage refuses, in the order of the server. */
const LAST_STAGES: readonly ((draft: Draft) => boolean)[] = [
  ({ onlyIfOtherwiseValid, cause }) => onlyIfOtherwiseValid && cause !== 'Status',
  isFinalWarning,
  ({ onlyIfOtherwiseValid, cause }) => onlyIfOtherwiseValid && cause === 'Status',
];

function withoutCrashed(drafts: readonly Draft[], causes: Causes): readonly Draft[] {
  const crashed = new Set<string>();
  for (const { crashesServer, minor, item } of drafts) {
    if (!crashesServer) continue;
    crashed.add(objectKey(minor, item));
    causes.of(minor, item).add('InternalError');
  }
  if (crashed.size === 0) return drafts;
  return drafts.map((draft) =>
    crashed.has(objectKey(draft.minor, draft.item)) ? { ...draft, cause: null } : draft,
  );
}

/**
 * Removes the errors of values of objects that the server does not validate, because an earlier error ends the request.
 */
function withoutUnvalidated(drafts: readonly Draft[]): readonly Draft[] {
  const ended = new Set<string>();
  for (const draft of drafts) {
    if (endsRequest(draft)) ended.add(objectKey(draft.minor, draft.item));
  }
  if (ended.size === 0) return drafts;
  return drafts.map((draft) =>
    draft.cause?.startsWith('FieldValue') &&
    ended.has(objectKey(draft.minor, draft.item)) &&
    !endsRequest(draft)
      ? { ...draft, cause: null }
      : draft,
  );
}

function endsRequest(draft: Draft): boolean {
  return draft.cause !== null && draft.cause !== 'Warning' && isBeforeValidation(draft);
}

function isBeforeValidation({ rule, messageId }: Draft): boolean {
  return messageOf(rule, messageId).step === 'before-validation';
}

/** Removes the causes of a stage for objects that an earlier stage has refused; the others count for later stages. */
function withoutUnreached(
  drafts: readonly Draft[],
  isOfStage: (draft: Draft) => boolean,
  causes: Causes,
): readonly Draft[] {
  const settled = drafts.map((draft) =>
    draft.cause !== null && isOfStage(draft) && causes.refuse(draft)
      ? { ...draft, cause: null }
      : draft,
  );
  causes.addAll(settled.filter(isOfStage));
  return settled;
}

function isFinalWarning(draft: Draft): boolean {
  return draft.cause === 'Warning' && !isBeforeValidation(draft);
}
