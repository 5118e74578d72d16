import type { Cause } from '../../result/finding.ts';
import type { Message, RuleDescription } from '../../rule/description.ts';
import type { Location, RelatedSpan } from '../../rule/location.ts';
import type { Origin } from '../../rule/origin.ts';
import { isCompleted, isTestInput } from '../../sources/project/completed-fields.ts';
import {
  isEmbedded,
  isEmbeddedInJava,
  isExample,
  isInTemplates,
  isInTests,
  isInUnitTests,
} from '../../sources/project/file-location.ts';
import {
  isBeforePlaceholder,
  isFilledIn,
  isNamedAfterField,
  isNamedAsTemplate,
  isOfSops,
  isQuotedForShell,
  isReplacedAt,
  isUnrendered,
  isWordForData,
} from '../../sources/project/placeholders.ts';
import { isListedResource } from '../../sources/project/project-folder.ts';
import { isMapping, type Mapping, mappingIn, type Span, valueAt } from '../../yaml/index.ts';
import type { SourceText } from '../read/source-text.ts';
import type { CheckSubject } from './check-subject.ts';

/** A finding, as far as it decides whether its value is the one that the server gets. */
interface LocatedFinding {
  readonly rule: RuleDescription;
  readonly message: Message;
  readonly location: Location;
  /** The error that the server reports; null for a finding that is not an error of the server. */
  readonly cause: Cause | null;
  readonly related: readonly RelatedSpan[];
  /** The text that the message quotes. Undefined if it quotes none. */
  readonly quoted: unknown;
  /** The path of the field that the finding is about, if the object does not have it. */
  readonly absentField: string | undefined;
}

/**
 * Reports whether a tool, a user or a test may replace or complete what a finding is about before the server gets the
 * object.
 */
export function isUnrenderedFinding(
  finding: LocatedFinding,
  subject: CheckSubject,
  source: SourceText,
): boolean {
  const { location, cause } = finding;
  return (
    subject.isProvisional === true ||
    (subject.isMutated === true && cause === 'FieldValueRequired') ||
    isCompletedLater(finding, subject, source) ||
    (cause !== null && isExampleValue(finding, subject, source)) ||
    isReplacedByScript(location.span, source) ||
    isStringOfKustomize(finding, source) ||
    isReadAsString(finding, source) ||
    isStringOfProgram(finding, subject, source) ||
    isFormattedName(finding, source) ||
    (source.mayHavePlaceholders(location.span.start) &&
      (hasPlaceholderAt(finding, source) || isLeftOut(location, subject.origin)))
  );
}

/** Reports whether another tool completes what the server refuses before it sends the object. */
function isCompletedLater(
  { rule, message, location, cause, absentField }: LocatedFinding,
  { origin }: CheckSubject,
  source: SourceText,
): boolean {
  const answer = cause ?? message.summarizes;
  // Nobody builds a kustomization that only a unit test reads.
  if (answer === undefined) return rule.id.startsWith('project/') && isTestInput(source);
  return isCompleted(source, objectAt(origin), {
    // The server may name another field than the absent one: service.name for service.namespace.
    field: absentField ?? fieldAt(location) ?? '',
    cause: answer,
    isAbsent: absentField !== undefined,
    isDisabled: message.isOfDisabledVersion === true,
  });
}

/** Reports whether readers of an example replace the value of a finding by their own. */
function isExampleValue(
  { rule, location: at, cause }: LocatedFinding,
  { origin }: CheckSubject,
  source: SourceText,
): boolean {
  const field = fieldAt(at);
  if (field === null) return false;
  const isOfFormat = rule.valueMustHave === 'format';
  const value = unquoted(source.text, at.span);
  if (isNamedAfterField(value, field) || isWordForData(value, field, isOfFormat)) return true;
  const object = objectAt(origin);
  const isTemplate =
    isExample(source) || isEmbedded(source) || (object !== undefined && isNamedAsTemplate(object));
  if (!isTemplate) return false;
  // The span may be that of a whole collection, whose parts are not what the finding is about.
  const isCollection = /^[{[]/.test(value);
  return (
    !isCollection &&
    isFilledIn(value, {
      field,
      isOfFormat,
      cause,
      isInTemplate: isInTemplates(source),
      isInChainsawTest: source.surroundings.some(({ folder }) => folder.chainsawTest !== undefined),
      isInTest: isInTests(source),
    })
  );
}

/** Reports whether a script near the file, or one of the repository, replaces a word of a value on one line. */
function isReplacedByScript({ start, end }: Span, { text, surroundings }: SourceText): boolean {
  if (surroundings.every(({ folder }) => folder.replacedWords.length === 0)) return false;
  const value = text.slice(start, end);
  return (
    !value.includes('\n') &&
    surroundings.some(({ folder }) => folder.replacedWords.some((word) => value.includes(word)))
  );
}

/** A boolean of YAML 1.1 that YAML 1.2 reads as a string. */
export const BOOLEAN_WORD = /^(?:y|yes|n|no|on|off)$/i;

/**
 * Reports whether a value is a word that only YAML 1.1 has for booleans. Kustomize follows YAML 1.2 and builds a
 * string, which may be one of a list.
 */
function isStringOfKustomize(
  { rule, location: { span }, cause }: LocatedFinding,
  source: SourceText,
): boolean {
  return (
    (rule.valueMustHave === 'type' || cause === 'FieldValueNotSupported') &&
    BOOLEAN_WORD.test(source.textOf(span)) &&
    source.surroundings.some(isListedResource)
  );
}

/** A boolean or a number without quotes, as YAML 1.1 reads it. */
const BOOLEAN_OR_NUMBER = /^(?:y|yes|on|n|no|off|true|false|[+-]?[\d.]+)$/i;

/**
 * Reports whether a program, or a test that runs without a server, reads a boolean or a number as a string: those in
 * Java do by Jackson, and those in Go by `yaml.Unmarshal` of sigs.k8s.io/yaml.
 */
function isReadAsString({ rule, location: { span } }: LocatedFinding, source: SourceText): boolean {
  return (
    rule.valueMustHave === 'type' &&
    (isInUnitTests(source) || isEmbeddedInJava(source)) &&
    BOOLEAN_OR_NUMBER.test(source.textOf(span))
  );
}

/**
 * Reports whether a value is that of an environment variable in an object of which a program in Go makes others: its
 * name has a placeholder that no tool knows. The program reads a boolean or a number as a string. Source:
 * `convertToJSONableObject` of sigs.k8s.io/yaml
 */
function isStringOfProgram(
  { rule, location: at }: LocatedFinding,
  { origin }: CheckSubject,
  source: SourceText,
): boolean {
  return (
    rule.valueMustHave === 'type' &&
    /\.env\[\d+\]\.value$/.test(fieldAt(at) ?? '') &&
    /^[\w.]+$/.test(source.textOf(at.span)) &&
    /<[A-Z]\w*>/.test(String(mappingIn(objectAt(origin), 'metadata').name)) &&
    source.surroundings.some(({ folder }) => folder.goModule !== undefined) &&
    (isInTests(source) || !isExample(source))
  );
}

/** Reports whether a program in Python formats a template, which has `{}` in the place of a name. */
function isFormattedName({ rule, location: at }: LocatedFinding, source: SourceText): boolean {
  return (
    rule.valueMustHave === 'type' &&
    source.textOf(at.span) === '{}' &&
    /(?:^|\.)name$/.test(fieldAt(at) ?? '') &&
    isInTemplates(source)
  );
}

/** Reports whether a value that a finding depends on has a placeholder. */
function hasPlaceholderAt(
  { rule, location, related, quoted }: LocatedFinding,
  source: SourceText,
): boolean {
  const { text } = source;
  const field = fieldAt(location);
  // The server gives a workload without labels those of its pods.
  const isCopied = field?.startsWith('metadata.labels') === true;
  if (isCopied && typeof quoted === 'string' && isUnrendered(quoted, field)) return true;
  // A value in quotes is a string also after its content has been replaced, unless a test replaces the value.
  const isString = rule.valueMustHave === 'type' && !isInTests(source);
  // Locations in other files are related locations, not the subject of the finding.
  const near = [...location.related, ...related].filter((other) => other.source === undefined);
  const textOf = ({ start, end }: Span) =>
    isString ? text.slice(start, end) : unquoted(text, { start, end });
  return [location.span, ...near.map(({ span }) => span)].some(
    (one) =>
      isUnrendered(textOf(one), field) ||
      isQuotedForShell(text.slice(one.start, one.end)) ||
      isBeforePlaceholder(text, one.end) ||
      isInBraces(text, one),
  );
}

/** Reports whether a key is the only one of a mapping without a value, as YAML reads the placeholder `{name}`. */
function isInBraces(text: string, { start, end }: Span): boolean {
  return text.charAt(start - 1) === '{' && text.charAt(end) === '}';
}

/** Reports whether a finding is about what another tool removes from an object, or replaces, before it is sent. */
function isLeftOut(location: Location, origin: Origin | undefined): boolean {
  const path = fieldAt(location);
  const object = objectAt(origin);
  if (object === undefined || path === null) return false;
  return isOfSops(object, path) || isReplacedAt(object, path);
}

/** The text of a value without the quotes around it. */
function unquoted(text: string, { start, end }: Span): string {
  const value = text.slice(start, end);
  const isQuoted = /^['"]/.test(value) && value.length > 1 && value.endsWith(value.charAt(0));
  return isQuoted ? value.slice(1, -1) : value;
}

/** The path of a location, also of one that the server does not decode. Null outside of an object. */
function fieldAt({ field, undecodable }: Location): string | null {
  return field ?? undecodable ?? null;
}

/** The object as its text has it. */
function objectAt(origin: Origin | undefined): Mapping | undefined {
  const object = origin && valueAt(origin.document.value, origin.path);
  return isMapping(object) ? object : undefined;
}
