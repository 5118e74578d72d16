import type { ServerError } from '../../analysis/updates/server-error.ts';
import type { Cause, RelatedLocation } from '../../result/finding.ts';
import { formatMessage, type MessageParameters } from '../../result/message-text.ts';
import type { Message, RuleDescription } from '../../rule/description.ts';
import { Field } from '../../rule/field.ts';
import { headLocation, type Location, type RelatedSpan } from '../../rule/location.ts';
import type { Origin } from '../../rule/origin.ts';
import type { ReportedFinding } from '../../rule/rule.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import { behavesSo } from '../../server/kubernetes/server-changes.ts';
import { isCompleted } from '../../sources/project/completed-fields.ts';
import {
  isEmbedded,
  isExample,
  isInTemplates,
  isInTests,
} from '../../sources/project/file-role.ts';
import {
  isBeforePlaceholder,
  isFilledIn,
  isNamedAfterField,
  isNamedAsTemplate,
  isOfSops,
  isReplacedAt,
  isUnrendered,
  isWordForData,
} from '../../sources/project/placeholders.ts';
import { isListedResource } from '../../sources/project/project-folder.ts';
import { isMapping, type Mapping, type Span, valueAt } from '../../yaml/index.ts';
import type { SourceText } from '../read/source-text.ts';
import type { Draft } from './draft.ts';
import { dependsOnPlaceholder, otherFieldsOf } from './finding-dependencies.ts';

/** The object or text that a check looks at, as far as a finding about it depends on it. */
export interface CheckSubject {
  readonly server: Server;
  /** The part of the object that the server validates only if it finds no other error. */
  readonly validatesLast?: 'metadata' | 'name' | undefined;
  /** Returns the position in a List for a span, which is needed for a check of a text. Null outside of a List. */
  readonly itemAt: (span: Span) => number | null;
  /** The place of the object; undefined for a check of a text, whose findings depend on no fields. */
  readonly origin?: Origin;
  /** The version that the object is read as instead of its own, which the minor does not serve. */
  readonly readAs?: string;
  /** True if the object replaces a stored one. An update is not checked in steps. */
  readonly isUpdate?: boolean;
  /**
   * Reports whether the server accepts the object in spite of an error: the stored object has it too, or this minor does not
   * check it.
   */
  readonly overlooks?: (error: ServerError) => boolean;
  /** True if the update changes nothing. Then no error is about a change, and those that the server overlooks do not matter. */
  readonly changesNothing?: boolean;
  /**
   * True if a finding about the object is not certain: its CRD is patched before it is applied, or another CRD may define the
   * kind.
   */
  readonly isProvisional?: boolean;
  /** True if a webhook may set fields that the object lacks, before the server validates it. */
  readonly isMutated?: boolean;
  /** True if the schema of the object is that of a catalogue, so that the server need not agree. */
  readonly isSchemaOnly?: boolean;
  /** The place where a crash of the check is reported. */
  readonly location: Location;
}

/** The subject of a check of one object. */
export function subjectOf(origin: Origin, server: Server): CheckSubject {
  return {
    server,
    itemAt: () => origin.item,
    origin,
    location: headLocation(origin, null),
  };
}

/** A finding of a rule whose messages are not known to the compiler. */
export type AnyFinding = ReportedFinding<string, Field | Location, RelatedSpan> & {
  readonly values?: MessageParameters;
};

/** The rule of a finding, and the way in which the run treats its findings. */
export interface ReportingRule {
  readonly rule: RuleDescription;
  readonly isMuted: boolean;
  /** True if the server fails to decode the object before it reaches the check of the rule. */
  readonly isUnreached: boolean;
}

/**
 * Makes a draft of a reported finding.
 *
 * @returns undefined if the message does not hold on the server, or for an update that changes nothing
 * @throws Error if the rule has no such message
 */
export function makeDraft(
  { rule, isMuted, isUnreached }: ReportingRule,
  finding: AnyFinding,
  subject: CheckSubject,
  source: SourceText,
): Draft | undefined {
  const { at, side, path, values = {}, related = [], dependsOn = [], fix } = finding;
  const { explainsFields = [] } = finding;
  const message = rule.messages[finding.message];
  if (message === undefined) throw new Error(`rule ${rule.id} has no message ${finding.message}`);
  const { server, origin, readAs, changesNothing = false } = subject;
  if (message.range !== undefined && !behavesSo(message.range, server)) return undefined;
  const location = at instanceof Field ? at.location(side, path ?? at.path) : at;
  const { field, undecodable } = location;
  const { cause, isOverlooked, isMisfit } = answerOf(message, finding, field, subject);
  if (changesNothing && (isOverlooked || message.ofUpdates === true)) return undefined;
  const answer = cause ?? message.summarizes ?? null;
  const mayHavePlaceholders = source.mayHavePlaceholders(location.span.start);
  return {
    rule: rule.id,
    messageId: finding.message,
    minor: server.minor,
    item: subject.itemAt(location.span),
    values,
    ...source.lines.range(location.span),
    field,
    dependsOn: undecodable === undefined ? dependsOn : [...dependsOn, undecodable],
    explainsFields,
    related: [...related, ...location.related].map((span) => relatedLocation(span, source)),
    fix: fix ?? null,
    readAs: readAs ?? null,
    cause: isOverlooked ? null : cause,
    isOverlooked,
    isMisfit,
    isUnknown: message.isUnknown === true,
    isEmbedded: false,
    builtIn: null,
    onlyIfDecodable: isUnreached,
    onlyIfOtherwiseValid: isReachedLast(message, subject),
    crashesServer: message.crashesServer === true && readAs === undefined,
    isUnrendered:
      subject.isProvisional === true ||
      (subject.isMutated === true && cause === 'FieldValueRequired') ||
      (answer !== null && isCompletedLater(finding, location, answer, origin, source)) ||
      (cause !== null &&
        isExampleValue(location, source, rule.id.endsWith('/format'), objectAt(origin))) ||
      (rule.id.endsWith('/type') && isStringOfKustomize(location, source)) ||
      (mayHavePlaceholders &&
        (hasPlaceholderAt(location, related, source, rule.id.endsWith('/type')) ||
          isLeftOut(location, origin))),
    dependsOnPlaceholder:
      origin !== undefined &&
      mayHavePlaceholders &&
      dependsOnPlaceholder(origin, otherFieldsOf(message, field), dependsOn),
    isMuted,
  };
}

/** The error that the server reports for a message, and the reason why it may not report it for this object. */
function answerOf(
  message: Message,
  finding: AnyFinding,
  field: string | null,
  { readAs, isSchemaOnly = false, overlooks }: CheckSubject,
): Pick<Draft, 'cause' | 'isOverlooked' | 'isMisfit'> {
  const cause = finding.cause === undefined ? (message.cause ?? null) : finding.cause;
  const isMisfit = isSchemaOnly && cause !== null && cause !== 'Warning';
  if (cause === null || isMisfit || readAs !== undefined) {
    return { cause: null, isOverlooked: false, isMisfit };
  }
  const isOverlooked =
    message.ofUpdates !== true && overlooks?.({ cause, field: field ?? '' }) === true;
  return { cause, isOverlooked, isMisfit };
}

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

/** Reports whether another tool completes what the server refuses before it sends the object. */
function isCompletedLater(
  { at, message }: AnyFinding,
  { field, undecodable }: Location,
  cause: Cause,
  origin: Origin | undefined,
  source: SourceText,
): boolean {
  const isAbsent = at instanceof Field && at.absent;
  // The server may name another field than the absent one: service.name for service.namespace.
  const named = (isAbsent ? at.path : field) ?? undecodable ?? '';
  const isDisabled = message === 'disabled';
  return isCompleted(source, objectAt(origin), { field: named, cause, isAbsent, isDisabled });
}

/**
 * Reports whether a value that a finding depends on has a placeholder.
 *
 * @param isOfType true if the value has a wrong type. A value in quotes is a string also after its content has been replaced.
 */
function hasPlaceholderAt(
  { span, field, undecodable, related }: Location,
  others: readonly RelatedSpan[],
  { text }: SourceText,
  isOfType: boolean,
): boolean {
  // Locations in other files are related locations, not the subject of the finding.
  const near = [...related, ...others].filter(({ source }) => source === undefined);
  const textOf = (one: Span) => (isOfType ? text.slice(one.start, one.end) : unquoted(text, one));
  return [span, ...near.map((other) => other.span)].some(
    (one) =>
      isUnrendered(textOf(one), field ?? undecodable ?? null) ||
      isBeforePlaceholder(text, one.end) ||
      isInBraces(text, one),
  );
}

/** Reports whether a key is the only one of a mapping without a value, as YAML reads the placeholder `{name}`. */
function isInBraces(text: string, { start, end }: Span): boolean {
  return text.charAt(start - 1) === '{' && text.charAt(end) === '}';
}

/** The text of a value without the quotes around it. */
function unquoted(text: string, { start, end }: Span): string {
  const value = text.slice(start, end);
  const isQuoted = /^['"]/.test(value) && value.length > 1 && value.endsWith(value.charAt(0));
  return isQuoted ? value.slice(1, -1) : value;
}

/** Reports whether readers of an example replace the value of a finding by their own. */
function isExampleValue(
  { span, ...at }: Location,
  { location, surroundings, text }: SourceText,
  isOfFormat: boolean,
  object: Mapping | undefined,
): boolean {
  const field = at.field ?? at.undecodable ?? null;
  if (field === null) return false;
  const value = unquoted(text, span);
  if (isNamedAfterField(value, field) || isWordForData(value, field, isOfFormat)) return true;
  const isTemplate =
    isExample(location, surroundings) ||
    isEmbedded(location, surroundings) ||
    (object !== undefined && isNamedAsTemplate(object));
  if (!isTemplate) return false;
  // The span may be that of a whole collection, whose parts are not what the finding is about.
  const isCollection = /^[{[]/.test(value);
  return (
    !isCollection &&
    isFilledIn(value, {
      field,
      isOfFormat,
      isInTemplate: isInTemplates(location),
      isInChainsawTest: surroundings.some(({ folder }) => folder.chainsawTest !== undefined),
      isInTest: isInTests(location, surroundings),
    })
  );
}

/** Reports whether a value is a word that only YAML 1.1 has for booleans. Kustomize follows YAML 1.2 and builds a string. */
function isStringOfKustomize({ span }: Location, { text, surroundings }: SourceText): boolean {
  return (
    /^(?:y|yes|on|n|no|off)$/i.test(text.slice(span.start, span.end)) &&
    surroundings.some(isListedResource)
  );
}

/** The object as its text has it. */
function objectAt(origin: Origin | undefined): Mapping | undefined {
  const object = origin && valueAt(origin.document.value, origin.path);
  return isMapping(object) ? object : undefined;
}

/** Reports whether a finding is about what another tool removes from an object, or replaces, before it is sent. */
function isLeftOut({ field, undecodable }: Location, origin: Origin | undefined): boolean {
  const path = field ?? undecodable ?? null;
  const object = objectAt(origin);
  if (object === undefined || path === null) return false;
  return isOfSops(object, path) || isReplacedAt(object, path);
}

function relatedLocation(
  { span, message, source: other }: RelatedSpan,
  source: SourceText,
): RelatedLocation {
  const { file, lines } = other ?? source;
  return { file, ...lines.range(span), message: formatMessage(message, {}) };
}
