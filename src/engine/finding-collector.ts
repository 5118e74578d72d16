import type { KindName } from '../kubernetes/kinds.ts';
import { holdsIn, type Minor } from '../kubernetes/minors.ts';
import type { Cause, Finding, RelatedLocation } from '../result/finding.ts';
import { formatMessage } from '../result/message-text.ts';
import { isRefusal } from '../result/verdict.ts';
import { Field } from '../rule/field.ts';
import type { Location, RelatedSpan } from '../rule/location.ts';
import type { CheckContext, Message, ReportOptions, Rule } from '../rule/rule.ts';
import type { Lines, Span } from '../yaml/index.ts';

type Values = Readonly<Record<string, string | number | bigint | boolean>>;

/** The part of a file that findings are collected for. */
export interface FindingTarget {
  readonly file: string;
  readonly index: number;
  readonly lines: Lines;
}

/** On whose behalf a check reports. */
export interface CheckScope {
  readonly rule: Rule;
  readonly minor: Minor;
  /** The kind of the object that is checked, where a kind is settled. */
  readonly kind: KindName | undefined;
  /** The List item that a finding is about, null outside of a List; a check of the text asks for each span. */
  readonly itemOf: (span: Span) => number | null;
  /** Nobody wants to hear of it, but it decides the verdict. */
  readonly muted: boolean;
  /** The server never gets as far as this check, so nothing here is its word. */
  readonly afterDecodeFailure: boolean;
}

function keyOf(minor: Minor, item: number | null): string {
  return `${minor} ${item}`;
}

/** A finding in one minor. */
interface Draft {
  readonly scope: CheckScope;
  readonly messageId: string;
  readonly message: Message;
  readonly location: Location;
  readonly item: number | null;
  readonly values: Values;
  readonly related: readonly RelatedSpan[];
  readonly cause: Cause | null;
  /** The server gets as far only if it refuses the object for nothing else. */
  readonly onlyIfOtherwiseValid: boolean;
}

/**
 * Collects the findings of one part of a file over all minors, and what they say of its verdicts.
 * The same finding in several minors is one finding that names them.
 */
export class FindingCollector {
  readonly #target: FindingTarget;
  readonly #drafts: Draft[] = [];
  /** What the server says, by minor and item. */
  readonly #causes = new Map<string, Set<Cause>>();
  /** Which objects the server may refuse, by minor and item; once all is said it may be for another reason. */
  readonly #refusedSoFar = new Set<string>();
  /** On which objects the code of the server fails, by minor and item. */
  readonly #crashes = new Set<string>();

  constructor(target: FindingTarget) {
    this.#target = target;
  }

  /** What a rule's check reports through. */
  contextFor(scope: CheckScope): CheckContext<Readonly<Record<string, Message>>> {
    const { rule, minor, kind, itemOf, afterDecodeFailure } = scope;
    const report = (
      messageId: string,
      where: Field | Location,
      values: Values = {},
      { side, path, cause: given, related = [] }: ReportOptions = {},
    ): void => {
      const message = rule.messages[messageId];
      if (message === undefined) throw new Error(`rule ${rule.id} has no message ${messageId}`);
      if (message.range !== undefined && !holdsIn(message.range, minor)) return;
      const location = where instanceof Field ? where.location(side, path ?? where.path) : where;
      const item = itemOf(location.span);
      const cause = afterDecodeFailure
        ? null
        : given === undefined
          ? (message.cause ?? null)
          : given;
      const onlyIfOtherwiseValid = needsOtherwiseValid(message, kind);
      const draft = {
        scope,
        messageId,
        message,
        location,
        item,
        values,
        related,
        cause,
        onlyIfOtherwiseValid,
      };
      this.#drafts.push(draft);
      if (cause !== null && !onlyIfOtherwiseValid) this.#causesOf(minor, item).add(cause);
      if (cause !== null && isObjection(cause)) this.#refusedSoFar.add(keyOf(minor, item));
      if (message.crashesServer === true && !afterDecodeFailure)
        this.#crashes.add(keyOf(minor, item));
    };
    return { report, minor };
  }

  /** Where the collection stands, for {@link forget}. */
  mark(): number {
    return this.#drafts.length;
  }

  /** Drops what was reported since a mark. Only for what has no part in a verdict. */
  forget(mark: number): void {
    this.#drafts.length = mark;
  }

  /** Whether nothing has been found so far for which the server would not take an object. */
  isFine(minor: Minor, item: number | null): boolean {
    const key = keyOf(minor, item);
    return !this.#refusedSoFar.has(key) && !this.#crashes.has(key);
  }

  /**
   * Closes the collection: what the server would not have come to say is no longer its word.
   *
   * It looks at some things only when all else is fine, and it warns of most things only where it accepts
   * the object.
   */
  finish(): {
    readonly findings: readonly Finding[];
    /** What the server says of an object in a minor. */
    readonly causesOf: (minor: Minor, item: number | null) => ReadonlySet<Cause>;
  } {
    const drafts = this.#withoutCrashed(this.#drafts);
    const settled = this.#settle(this.#settle(drafts, isOnlyIfOtherwiseValid), isWarning);
    return {
      findings: this.#merge(settled.filter(({ scope }) => !scope.muted)),
      causesOf: (minor, item) => this.#causesOf(minor, item),
    };
  }

  /** Where the code of the server fails, it answers with that error alone. */
  #withoutCrashed(drafts: readonly Draft[]): readonly Draft[] {
    if (this.#crashes.size === 0) return drafts;
    for (const key of this.#crashes) this.#causes.set(key, new Set(['InternalError']));
    return drafts.map((draft) => {
      const crashed = this.#crashes.has(keyOf(draft.scope.minor, draft.item));
      return crashed && draft.cause !== null ? { ...draft, cause: null } : draft;
    });
  }

  /** Takes the cause from the drafts of a stage where an earlier one has refused the object; the others count now. */
  #settle(drafts: readonly Draft[], isOfStage: (draft: Draft) => boolean): readonly Draft[] {
    const silenced = drafts.map((draft) => {
      if (!isOfStage(draft) || draft.cause === null) return draft;
      const causes = this.#causesOf(draft.scope.minor, draft.item);
      return [...causes].some(isRefusal) ? { ...draft, cause: null } : draft;
    });
    for (const { scope, item, cause } of silenced.filter(isOfStage)) {
      if (cause !== null) this.#causesOf(scope.minor, item).add(cause);
    }
    return silenced;
  }

  #causesOf(minor: Minor, item: number | null): Set<Cause> {
    const key = keyOf(minor, item);
    let causes = this.#causes.get(key);
    if (causes === undefined) {
      causes = new Set();
      this.#causes.set(key, causes);
    }
    return causes;
  }

  #merge(drafts: readonly Draft[]): readonly Finding[] {
    const byPlace = new Map<string, { readonly draft: Draft; readonly minors: Set<Minor> }>();
    for (const draft of drafts) {
      const { scope, messageId, location, item, cause } = draft;
      const { start, end } = location.span;
      const key = JSON.stringify([
        scope.rule.id,
        messageId,
        start,
        end,
        location.field,
        cause,
        item,
      ]);
      const known = byPlace.get(key);
      if (known === undefined) byPlace.set(key, { draft, minors: new Set([scope.minor]) });
      else known.minors.add(scope.minor);
    }
    return [...byPlace.values()]
      .map(({ draft, minors }) => this.#toFinding(draft, [...minors]))
      .sort(compareFindings);
  }

  #toFinding(draft: Draft, minors: readonly Minor[]): Finding {
    const { scope, messageId, message, location, item, values, cause } = draft;
    const { rule } = scope;
    const { file, index, lines } = this.#target;
    return {
      rule: rule.id,
      message: formatMessage(message.text, values),
      messageId,
      severity: message.severity ?? rule.severity,
      file,
      index,
      item,
      ...rangeOf(lines, location.span),
      field: location.field,
      cause,
      minors,
      related: [...draft.related, ...location.related].map((related) => this.#relate(related)),
      help: message.help === undefined ? null : formatMessage(message.help, values),
      fix: null,
      docs: `rules/${rule.id}`,
    };
  }

  #relate({ span, message }: RelatedSpan): RelatedLocation {
    const { file, lines } = this.#target;
    return { file, ...rangeOf(lines, span), message: formatMessage(message, {}) };
  }
}

/** Whether a cause keeps an object from being stored. */
function isObjection(cause: Cause): boolean {
  return cause !== 'Warning' && cause !== 'DuplicateField';
}

function needsOtherwiseValid(
  { onlyIfOtherwiseValid }: Message,
  kind: KindName | undefined,
): boolean {
  return (
    onlyIfOtherwiseValid === true ||
    (kind !== undefined && onlyIfOtherwiseValid?.includes(kind) === true)
  );
}

function isOnlyIfOtherwiseValid({ onlyIfOtherwiseValid }: Draft): boolean {
  return onlyIfOtherwiseValid;
}

function isWarning({ cause, message }: Draft): boolean {
  return cause === 'Warning' && message.beforeValidation !== true;
}

function rangeOf(
  lines: Lines,
  span: Span,
): Pick<Finding, 'line' | 'column' | 'endLine' | 'endColumn'> {
  const start = lines.position(span.start);
  const end = lines.position(span.end);
  return { line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
}

/** The order of a report within one part of a file: by place, then by rule. */
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
