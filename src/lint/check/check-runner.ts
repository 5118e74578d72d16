import crashRule from '../../../rules/internal/rule-crash.ts';
import type { ServerError } from '../../analysis/updates/server-error.ts';
import type { Cause, RelatedLocation } from '../../result/finding.ts';
import { formatMessage, type MessageParameters } from '../../result/message-text.ts';
import { Field } from '../../rule/field.ts';
import type { Location, RelatedSpan } from '../../rule/location.ts';
import type { Origin } from '../../rule/resource.ts';
import type { CheckContext, Message, ReportOptions, Rule } from '../../rule/rule.ts';
import type { KindName } from '../../server/kubernetes/kinds.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import { behavesSo } from '../../server/kubernetes/server-changes.ts';
import { isUnrendered } from '../../sources/project/placeholders.ts';
import type { Span } from '../../yaml/index.ts';
import { ChangedSource, type SourceText } from '../read/source-text.ts';
import { type Draft, keepsFromStorage } from './draft.ts';
import { dependsOnPlaceholder, fieldsBeside } from './finding-dependencies.ts';
import type { SelectedRule } from './rule-selection.ts';

/** The report function of a rule, whatever its messages are. */
export type AnyContext = CheckContext<Readonly<Record<string, Message>>>;

/** The object or text that a check reads. */
export interface CheckSubject {
  readonly server: Server;
  /** The kind of the object, if it is known. */
  readonly kind: KindName | undefined;
  /** The position in a List, null outside of one; a check of a text asks for each span. */
  readonly itemAt: (span: Span) => number | null;
  /** Where the object is; undefined for a check of a text, whose findings depend on no fields. */
  readonly origin?: Origin;
  /** The version that the object is read as instead of its own, which the minor does not serve. */
  readonly readAs?: string;
  /** Whether the server does not refuse an update for an error, because the stored object is no better. */
  readonly overlooks?: (error: ServerError) => boolean;
  /** Where a crash of the check is reported. */
  readonly location: Location;
}

/** Runs checks on one part of a file and collects what they report. */
export class CheckRunner {
  readonly drafts: Draft[] = [];
  readonly #source: SourceText;
  readonly #now: Date | undefined;
  /** The objects for which some draft has a cause that refuses them, by minor and item. */
  readonly #refused = new Set<string>();

  /** @param now the date that certificates are checked against */
  constructor(source: SourceText, now: Date | undefined) {
    this.#source = source;
    this.#now = now;
  }

  /**
   * Runs the checks of some rules. An exception is a bug of kubeadmit; it must not hide the findings of other rules.
   *
   * @param afterDecodeFailure whether the server has failed to decode the object before it gets to this rule
   */
  run(
    rules: readonly SelectedRule[],
    subject: CheckSubject,
    check: (rule: Rule, context: AnyContext) => void,
    afterDecodeFailure: (rule: Rule) => boolean = never,
  ): void {
    const { server, location } = subject;
    let current: SelectedRule;
    let isUnreached = false;
    // One context serves all rules: making one for each took a tenth of the time on small files.
    const context: AnyContext = {
      minor: server.minor,
      server,
      now: this.#now,
      report: (messageId, where, values?: MessageParameters, options?: ReportOptions) => {
        this.#report(current, subject, isUnreached, messageId, where, values, options);
      },
    };
    for (current of rules) {
      const { rule } = current;
      isUnreached = afterDecodeFailure(rule);
      try {
        check(rule, context);
      } catch (error) {
        if (error instanceof ChangedSource) throw error;
        const values = { rule: rule.id, error: String(error) };
        const crash = { rule: crashRule, isMuted: false };
        this.#report(crash, subject, false, 'crash', location, values, undefined);
      }
    }
  }

  /** Whether the server accepts an object, by the findings so far. */
  mayBeAccepted(minor: Minor, item: number | null): boolean {
    return !this.#refused.has(objectKey(minor, item));
  }

  #report(
    { rule, isMuted }: SelectedRule,
    { server, kind, itemAt, origin, readAs, overlooks = never }: CheckSubject,
    isUnreached: boolean,
    messageId: string,
    where: Field | Location,
    values: MessageParameters = {},
    { side, path, cause, related = [], dependsOn = [], fix }: ReportOptions = {},
  ): void {
    const message = rule.messages[messageId];
    if (message === undefined) throw new Error(`rule ${rule.id} has no message ${messageId}`);
    if (message.range !== undefined && !behavesSo(message.range, server)) return;
    const { minor } = server;
    const location = where instanceof Field ? where.location(side, path ?? where.path) : where;
    const item = itemAt(location.span);
    const own = readAs !== undefined ? null : causeOf(message, cause);
    const { field } = location;
    const isOverlooked =
      own !== null && message.ofUpdates !== true && overlooks({ cause: own, field: field ?? '' });
    const draft = {
      rule: rule.id,
      messageId,
      minor,
      item,
      values,
      ...this.#source.lines.range(location.span),
      field,
      dependsOn,
      related: [...related, ...location.related].map((span) => this.#relate(span)),
      fix: fix ?? null,
      readAs: readAs ?? null,
      cause: isOverlooked ? null : own,
      isOverlooked,
      onlyIfDecodable: isUnreached,
      onlyIfOtherwiseValid: needsOtherwiseValid(message, kind),
      crashesServer: message.crashesServer === true && readAs === undefined,
      isUnrendered: this.#isUnrendered(location, related),
      dependsOnPlaceholder:
        origin !== undefined &&
        this.#source.mayHavePlaceholders &&
        dependsOnPlaceholder(origin, fieldsBeside(message, field), dependsOn),
      isMuted,
    };
    this.drafts.push(draft);
    if (keepsFromStorage(draft) && !draft.isUnrendered) this.#refused.add(objectKey(minor, item));
  }

  /** Whether a value that a finding depends on has a placeholder. */
  #isUnrendered({ span, field, related }: Location, others: readonly RelatedSpan[]): boolean {
    const { text } = this.#source;
    // Locations in other files are related locations, not the subject of the finding.
    const near = [...related, ...others].filter(({ source }) => source === undefined);
    return [span, ...near.map((other) => other.span)].some(({ start, end }) =>
      isUnrendered(text.slice(start, end), field),
    );
  }

  #relate({ span, message, source = this.#source }: RelatedSpan): RelatedLocation {
    return {
      file: source.file,
      ...source.lines.range(span),
      message: formatMessage(message, {}),
    };
  }
}

/** Identifies an object of a part, as decoded by one minor. */
export function objectKey(minor: Minor, item: number | null): string {
  return `${minor} ${item}`;
}

function never(): boolean {
  return false;
}

function causeOf(message: Message, given: Cause | null | undefined): Cause | null {
  return given === undefined ? (message.cause ?? null) : given;
}

function needsOtherwiseValid(
  { onlyIfOtherwiseValid }: Message,
  kind: KindName | undefined,
): boolean {
  if (onlyIfOtherwiseValid === undefined || onlyIfOtherwiseValid === true) {
    return onlyIfOtherwiseValid === true;
  }
  return kind !== undefined && onlyIfOtherwiseValid.includes(kind);
}
