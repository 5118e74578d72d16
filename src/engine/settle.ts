import type { Minor } from '../kubernetes/minors.ts';
import type { Patches } from '../project/patches.ts';
import type { Cause, Finding } from '../result/finding.ts';
import { formatMessage } from '../result/message-text.ts';
import { ruleUrl } from '../result/rule-url.ts';
import {
  type DocumentIdentity,
  type DocumentReport,
  isRefusal,
  type Verdict,
  verdictOf,
} from '../result/verdict.ts';
import { objectKey } from './check-runner.ts';
import type { CheckedPart } from './checked-part.ts';
import { type Draft, keepsFromStorage } from './draft.ts';
import { messageOf, ruleOf } from './rule-registry.ts';
import { isReported, type RunPlan } from './run-plan.ts';
import { withhold } from './withhold.ts';

/** What is known of a part of a text in the end. */
export interface SettledPart {
  readonly documents: readonly DocumentReport[];
  /** By location, then by rule. */
  readonly findings: readonly Finding[];
  /** The text that the findings are in; undefined where there are none that are reported. */
  readonly text: string | undefined;
}

/** Decides from all drafts of a part what the server says of its objects, and makes findings of the drafts. */
export function settle(part: CheckedPart, plan: RunPlan, patches: Patches): SettledPart {
  const { withheld, certain } = withhold(part, patches);
  const causes = new Causes();
  const drafts = withServerOrder(withoutUndecoded(certain), causes);
  const findings = mergeMinors(
    drafts.filter(({ isMuted }) => !isMuted),
    part,
  );
  const withheldOf = countBy(withheld, ({ item }) => item);
  return {
    documents: part.documents.map((document) => ({
      ...document,
      operation: 'create',
      withheld: withheldOf.get(document.item) ?? 0,
      verdicts: Object.fromEntries(
        plan.minors.map((minor) => [minor, verdictOn(document, minor, part, causes, withheld)]),
      ),
    })),
    findings,
    text: findings.some((finding) => isReported(finding, plan)) ? part.source.text : undefined,
  };
}

function countBy<T, K>(values: readonly T[], keyOf: (value: T) => K): ReadonlyMap<K, number> {
  const counts = new Map<K, number>();
  for (const value of values) counts.set(keyOf(value), (counts.get(keyOf(value)) ?? 0) + 1);
  return counts;
}

function verdictOn(
  { item, skipped }: DocumentIdentity,
  minor: Minor,
  { isReadable, isSentVerbatim }: CheckedPart,
  causes: Causes,
  withheld: readonly Draft[],
): Verdict {
  if (skipped !== undefined) return 'skipped';
  if (!isReadable) return 'undecodable';
  const verdict = verdictOf(causes.of(minor, item), isSentVerbatim);
  const isOpen = withheld.some(
    (draft) => draft.minor === minor && draft.item === item && keepsFromStorage(draft),
  );
  return verdict === 'accepted' && isOpen ? 'unrendered' : verdict;
}

/** What the server says of the objects of a part, by minor and item. */
class Causes {
  readonly #byObject = new Map<string, Set<Cause>>();

  of(minor: Minor, item: number | null): Set<Cause> {
    const key = objectKey(minor, item);
    let causes = this.#byObject.get(key);
    if (causes === undefined) {
      causes = new Set();
      this.#byObject.set(key, causes);
    }
    return causes;
  }

  addAll(drafts: readonly Draft[]): void {
    for (const { minor, item, cause } of drafts)
      if (cause !== null) this.of(minor, item).add(cause);
  }

  refuse({ minor, item }: Draft): boolean {
    return [...this.of(minor, item)].some(isRefusal);
  }
}

/** Takes the cause from each draft about an object that the server cannot decode, as it says nothing else then. */
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
 * Takes the cause from each draft that the server would not get to: it looks at some things only when all else is
 * valid, it warns of most things only where it accepts the object, and where its code fails, it says nothing else.
 */
function withServerOrder(all: readonly Draft[], causes: Causes): readonly Draft[] {
  const drafts = withoutCrashed(all, causes);
  causes.addAll(drafts.filter(({ onlyIfOtherwiseValid }) => !onlyIfOtherwiseValid));
  const isLast = ({ onlyIfOtherwiseValid }: Draft) => onlyIfOtherwiseValid;
  return withoutUnreached(withoutUnreached(drafts, isLast, causes), isFinalWarning, causes);
}

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

/** Takes the causes of a stage where an earlier one has refused the object; the others count from now on. */
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
  return (
    draft.cause === 'Warning' && messageOf(draft.rule, draft.messageId).beforeValidation !== true
  );
}

/** The same draft in several minors is one finding that names them. */
function mergeMinors(drafts: readonly Draft[], { source, part }: CheckedPart): readonly Finding[] {
  const byLocation = new Map<string, { readonly draft: Draft; readonly minors: Set<Minor> }>();
  for (const draft of drafts) {
    const { rule, messageId, line, column, endLine, endColumn, field, cause, item } = draft;
    const range = [line, column, endLine, endColumn];
    const key = JSON.stringify([rule, messageId, range, field, cause, item, draft.readAs]);
    const known = byLocation.get(key);
    if (known === undefined) byLocation.set(key, { draft, minors: new Set([draft.minor]) });
    else known.minors.add(draft.minor);
  }
  return [...byLocation.values()]
    .map(({ draft, minors }) => toFinding(draft, source.file, part.index, [...minors]))
    .sort(compareFindings);
}

function toFinding(draft: Draft, file: string, index: number, minors: readonly Minor[]): Finding {
  const {
    messageId,
    item,
    values,
    line,
    column,
    endLine,
    endColumn,
    field,
    cause,
    related,
    readAs,
  } = draft;
  const rule = ruleOf(draft.rule);
  const message = messageOf(draft.rule, messageId);
  const severity = message.severity ?? rule.severity;
  return {
    rule: rule.id,
    message: `${readAs === null ? '' : `as ${readAs}: `}${formatMessage(message.text, values)}`,
    messageId,
    severity: readAs !== null && severity === 'error' ? 'warning' : severity,
    file,
    index,
    item,
    line,
    column,
    endLine,
    endColumn,
    field,
    cause,
    causedBy: null,
    minors,
    related,
    help: message.help === undefined ? null : formatMessage(message.help, values),
    fix: null,
    docs: ruleUrl(rule.id),
  };
}

/** The order of a report within one part of a file: by location, then by rule. */
function compareFindings(a: Finding, b: Finding): number {
  return (
    a.line - b.line ||
    a.column - b.column ||
    compareText(a.rule, b.rule) ||
    compareText(a.messageId, b.messageId) ||
    compareText(a.field ?? '', b.field ?? '')
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
