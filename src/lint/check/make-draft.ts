import type { RelatedLocation } from '../../result/finding.ts';
import { formatMessage } from '../../result/message-text.ts';
import type { Message } from '../../rule/description.ts';
import { Field } from '../../rule/field.ts';
import type { RelatedSpan } from '../../rule/location.ts';
import { behavesSo } from '../../server/kubernetes/behavior-range.ts';
import type { SourceText } from '../read/source-text.ts';
import { isAboutDecoding } from '../rules/rule-selection.ts';
import type { CheckSubject } from './check-subject.ts';
import type { Draft, Standing } from './draft.ts';
import { dependsOnPlaceholder, otherFieldsOf } from './finding-dependencies.ts';
import type { AnyFinding, ReportingRule } from './run-rules.ts';
import { isUnrenderedFinding } from './unrendered-finding.ts';

/**
 * Makes a draft of a reported finding.
 *
 * @returns undefined if the message does not hold on the server, or for an update that changes nothing
 * @throws Error if the rule has no such message
 */
export function makeDraft(
  { rule, isMuted }: ReportingRule,
  finding: AnyFinding,
  subject: CheckSubject,
  source: SourceText,
): Draft | undefined {
  const { at, side, path, values = {}, related = [], dependsOn = [], fix } = finding;
  const { explainsFields = [] } = finding;
  const message = rule.messages[finding.message];
  if (message === undefined) throw new Error(`rule ${rule.id} has no message ${finding.message}`);
  const { server, origin, readAs, changesNothing = false, undecodable = false } = subject;
  if (message.range !== undefined && !behavesSo(message.range, server)) return undefined;
  const location = at instanceof Field ? at.location(side, path ?? at.path) : at;
  const { field } = location;
  const absentField = at instanceof Field && at.absent ? at.path : undefined;
  const { cause, standing } = answerOf(message, finding, field, subject);
  const isOverlooked = standing.kind === 'overlooked';
  const isOfChange = isOverlooked || message.ofUpdates === true;
  if (changesNothing && (isOfChange || dependsOnSettings(message))) return undefined;
  return {
    rule: rule.id,
    messageId: finding.message,
    minor: server.minor,
    item: subject.itemAt(location.span),
    values,
    ...source.lines.range(location.span),
    field,
    dependsOn:
      location.undecodable === undefined ? dependsOn : [...dependsOn, location.undecodable],
    explainsFields,
    related: [...related, ...location.related].map((span) => relatedLocation(span, source)),
    fix: fix ?? null,
    standing,
    cause: isOverlooked ? null : cause,
    isUnknown: message.isUnknown === true,
    onlyIfDecodable: undecodable && !isAboutDecoding(rule),
    onlyIfOtherwiseValid: isReachedLast(message, subject),
    crashesServer: message.crashesServer === true && readAs === undefined,
    isUnrendered: isUnrenderedFinding(
      { rule, message, location, cause, related, quoted: values.text, absentField },
      subject,
      source,
    ),
    dependsOnPlaceholder:
      origin !== undefined &&
      source.mayHavePlaceholders(location.span.start) &&
      dependsOnPlaceholder(origin, otherFieldsOf(message, field), dependsOn),
    isMuted,
  };
}

/** The error that the server reports for a message, and whether it reports it for this object. */
function answerOf(
  message: Message,
  finding: AnyFinding,
  field: string | null,
  { readAs, isSchemaOnly = false, overlooks }: CheckSubject,
): Pick<Draft, 'cause' | 'standing'> {
  const cause = finding.cause === undefined ? (message.cause ?? null) : finding.cause;
  if (readAs !== undefined) return { cause: null, standing: { kind: 'advice', readAs } };
  if (cause === null) return { cause, standing: ANSWER };
  if (isSchemaOnly && cause !== 'Warning') return { cause: null, standing: MISFIT };
  const isOverlooked =
    message.ofUpdates !== true && overlooks?.({ cause, field: field ?? '' }) === true;
  return { cause, standing: isOverlooked ? OVERLOOKED : ANSWER };
}

/** Reports whether only a cluster with other settings accepts what a message is about. */
function dependsOnSettings({ cause, severity }: Message): boolean {
  return severity === 'info' && cause !== undefined && cause !== 'Warning';
}

const ANSWER: Standing = { kind: 'answer' };
const MISFIT: Standing = { kind: 'misfit' };
const OVERLOOKED: Standing = { kind: 'overlooked' };

/** Reports whether the server finds something only in objects without other errors. */
function isReachedLast(
  { step }: Message,
  { validatesLast, isUpdate = false }: CheckSubject,
): boolean {
  return (
    (step === 'last' && !isUpdate) ||
    (step === 'metadata' && validatesLast === 'metadata') ||
    (step === 'name' && validatesLast !== undefined)
  );
}

function relatedLocation(
  { span, message, source: other }: RelatedSpan,
  source: SourceText,
): RelatedLocation {
  const { file, lines } = other ?? source;
  return { file, ...lines.range(span), message: formatMessage(message, {}) };
}
