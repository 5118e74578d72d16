import { Field } from './field.ts';
import type { Cause, Finding, RelatedLocation } from './finding.ts';
import { holdsIn, type Minor } from './kubernetes/minors.ts';
import { formatMessage } from './message.ts';
import type { CheckContext, Message, ReportOptions, Rule } from './rule.ts';
import type { RelatedSpot, Spot } from './spot.ts';
import type { Lines, Span } from './yaml/index.ts';

type Values = Readonly<Record<string, string | number | bigint | boolean>>;

/** Where the findings of a check belong. */
export interface FindingTarget {
  readonly file: string;
  readonly index: number;
  readonly lines: Lines;
  /** The List item that a span of the part lies in. */
  readonly itemAt: (span: Span) => number | null;
}

/**
 * Collects the findings of one part of a file over all minors. The same finding in several minors
 * is one finding that names them.
 */
export class FindingCollector {
  readonly #target: FindingTarget;
  readonly #findings = new Map<string, Finding>();

  constructor(target: FindingTarget) {
    this.#target = target;
  }

  /**
   * What a rule's check reports through.
   *
   * @param rule whose messages they are
   * @param minor that the check is run for
   * @param onCause told of each cause, for the verdict
   * @param muted keeps the findings to itself (a skipped rule still decides the verdict)
   * @param unheard the server never gets as far as these checks, so nothing here is its word
   */
  contextFor(
    rule: Rule,
    minor: Minor,
    {
      onCause,
      muted,
      unheard,
    }: { onCause(cause: Cause, item: number | null): void; muted: boolean; unheard: boolean },
  ): CheckContext<Readonly<Record<string, Message>>> {
    const report = (
      id: string,
      where: Field | Spot,
      values: Values = {},
      options: ReportOptions = {},
    ): void => {
      const message = rule.messages[id];
      if (message === undefined) throw new Error(`rule ${rule.id} has no message ${id}`);
      if (message.range !== undefined && !holdsIn(message.range, minor)) return;
      const spot =
        where instanceof Field ? where.spot(options.side, options.path ?? where.path) : where;
      const cause = unheard
        ? null
        : options.cause === undefined
          ? (message.cause ?? null)
          : options.cause;
      const item = this.#target.itemAt(spot.span);
      if (cause !== null) onCause(cause, item);
      if (!muted) this.#add(rule, id, message, spot, cause, item, values, options, minor);
    };
    return { report, minor };
  }

  /** The findings so far, in no particular order. */
  get findings(): Iterable<Finding> {
    return this.#findings.values();
  }

  #add(
    rule: Rule,
    messageId: string,
    message: Message,
    spot: Spot,
    cause: Cause | null,
    item: number | null,
    values: Values,
    options: ReportOptions,
    minor: Minor,
  ): void {
    const key = JSON.stringify([
      rule.id,
      messageId,
      spot.span.start,
      spot.span.end,
      spot.field,
      cause,
      item,
    ]);
    const known = this.#findings.get(key);
    if (known !== undefined) {
      if (!known.minors.includes(minor)) {
        this.#findings.set(key, { ...known, minors: [...known.minors, minor] });
      }
      return;
    }
    this.#findings.set(key, {
      rule: rule.id,
      message: formatMessage(message.text, values),
      messageId,
      severity: message.severity ?? rule.severity,
      file: this.#target.file,
      index: this.#target.index,
      item,
      ...rangeOf(this.#target.lines, spot.span),
      field: spot.field,
      cause,
      minors: [minor],
      related: [...(options.related ?? []), ...spot.related].map((related) =>
        this.#relate(related),
      ),
      help: message.help === undefined ? null : formatMessage(message.help, values),
      fix: null,
      docs: `rules/${rule.id}`,
    });
  }

  #relate({ span, message }: RelatedSpot): RelatedLocation {
    return {
      file: this.#target.file,
      ...rangeOf(this.#target.lines, span),
      message: formatMessage(message, {}),
    };
  }
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
export function compareFindings(a: Finding, b: Finding): number {
  return (
    a.index - b.index ||
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
