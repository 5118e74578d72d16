import { createMapping, itemsOf, type Mapping, type Value } from '../../yaml/tree.ts';
import { fieldText, type SchemaSteps } from '../crd/schema-steps.ts';
import { jsonText } from '../crd/values/json-text.ts';
import type {
  DefinitionChange,
  DefinitionSubject,
  Meaning,
  MeaningChange,
  RefusedChange,
  StoredFate,
  Suspect,
  UnprovenChange,
  VersionChange,
  Witness,
} from './change.ts';

/** Describes the effect of a change of a schema on a field, in a few words. */
export function refusalText({
  suspect,
  steps,
  before,
  after,
}: RefusedChange | UnprovenChange): string {
  const field = nameOf(steps);
  switch (suspect.keyword) {
    case 'properties':
      return `${field} is removed`;
    case 'required':
      return `${field} is now required`;
    case 'x-kubernetes-validations':
      return `${field} has a new rule: ${shortened(textOf(after).trim().replace(/\s+/g, ' '))}`;
    case 'enum': {
      const left = new Set(itemsOf(after));
      const removed = itemsOf(before).filter((value) => !left.has(value));
      return removed.length === 0
        ? `${field}: ${keywordText(suspect, before, after)}`
        : `${field} no longer accepts ${shortened(removed.map(flowText).join(', '))}`;
    }
    case 'type':
      return `${field} changes its type from ${textOf(before)} to ${textOf(after)}`;
    default:
      return `${field}: ${keywordText(suspect, before, after)}`;
  }
}

function keywordText({ keyword }: Suspect, before: Value | undefined, after: Value | undefined) {
  if (before === undefined) return `${keyword} ${shortText(after)} is added`;
  if (after === undefined) return `${keyword} ${shortText(before)} is removed`;
  return `${keyword} changes from ${shortText(before)} to ${shortText(after)}`;
}

/** Describes the new meaning of the same objects. */
export function meaningText({ subject, steps, before, after }: MeaningChange): string {
  const field = nameOf(steps);
  switch (subject) {
    case 'default':
      if (before === undefined) return `${field} now has the default ${shortText(after)}`;
      if (after === undefined) return `${field} no longer has the default ${shortText(before)}`;
      return `the default of ${field} changes from ${shortText(before)} to ${shortText(after)}`;
    case 'null':
      return `${field} no longer accepts null, which is removed or replaced by the default`;
    default:
      return `${field}: the ${MEANINGS[subject]} changes from ${shortText(before)} to ${shortText(after)}`;
  }
}

const MEANINGS: Readonly<Record<Exclude<Meaning, 'default' | 'null'>, string>> = {
  'list-type': 'list type',
  'list-map-keys': 'keys of the list',
  'map-type': 'map type',
};

/** Describes the effect of a change of meaning. */
export function meaningEffect({ subject }: MeaningChange): string {
  switch (subject) {
    case 'default':
      return 'objects without the field, stored ones too, now have another value';
    case 'null':
      return 'clients that send null no longer store it';
    default:
      return 'server-side apply merges the same manifests in another way';
  }
}

/** Describes the change of a version. */
export function versionText({ subject, version }: VersionChange): string {
  return subject === 'removed'
    ? `version ${version} is removed`
    : `version ${version} is no longer served`;
}

/** Describes a change outside of the schemas. */
export function definitionText({ subject, version, before, after }: DefinitionChange): string {
  const ofVersion = version === undefined ? '' : ` of version ${version}`;
  const name = `${DEFINITION_NAMES[subject]}${ofVersion}`;
  if (before === true && after === false) return `the ${name} is removed`;
  if (before === false) return `the ${name} is added`;
  if (after === undefined) return `the ${name} is removed`;
  return `the ${name} changes from ${shortText(before)} to ${shortText(after)}`;
}

const DEFINITION_NAMES: Readonly<Record<DefinitionSubject, string>> = {
  group: 'group',
  scope: 'scope',
  plural: 'plural name',
  kind: 'kind',
  'list-kind': 'kind of lists',
  singular: 'singular name',
  'short-names': 'list of short names',
  categories: 'list of categories',
  conversion: 'conversion strategy',
  storage: 'storage version',
  status: 'status subresource',
  scale: 'scale subresource',
  'selectable-fields': 'list of selectable fields',
};

/** Describes the effect of a change outside of the schemas. */
export function definitionEffect({ subject, before }: DefinitionChange): string {
  switch (subject) {
    case 'group':
    case 'plural':
    case 'kind':
    case 'scope':
      return 'the server refuses the change; the CRD has to be deleted with all its objects';
    case 'list-kind':
      return 'clients that decode lists by their kind no longer read them';
    case 'singular':
    case 'short-names':
    case 'categories':
      return 'kubectl commands that use the old name fail';
    case 'conversion':
      return 'objects are converted between versions in another way';
    case 'storage':
      return 'existing objects stay in the old version until each is written again';
    case 'status':
      return before === true
        ? 'requests for the status fail, and every client can change the status'
        : 'the status in requests for the object is ignored from now on';
    case 'scale':
      return 'autoscalers and kubectl scale read or write another field, or fail';
    case 'selectable-fields':
      return 'requests that select by a removed field fail';
  }
}

/** Describes the effect on stored objects that the change refuses. */
export function fateText(fate: StoredFate): string {
  return FATES[fate];
}

const FATES: Readonly<Record<StoredFate, string>> = {
  tolerated: 'stored objects can still be updated as long as this value stays the same',
  pruned: 'the server removes the value from stored objects when it reads them',
  refused: 'stored objects like this cannot be updated until the value is corrected',
};

/** The part of a witness that differs between objects, in one line. */
export function witnessText({ object, stored, ofStatus }: Witness): string {
  const request = ofStatus ? ' (in a request for the status)' : '';
  const now = flowText(withoutHead(object));
  if (stored === undefined) return `${now}${request}`;
  return `the change from ${flowText(withoutHead(stored))} to ${now}${request}`;
}

/** An object without the fields that all objects have. */
function withoutHead(object: Mapping): Mapping {
  const rest = createMapping();
  for (const key in object) {
    const isHead = key === 'apiVersion' || key === 'kind' || key === 'metadata';
    if (!isHead) rest[key] = object[key] ?? null;
  }
  return rest;
}

/** The field of a schema, or the object as a whole. */
export function nameOf(steps: SchemaSteps): string {
  return steps.length === 0 ? 'the object' : fieldText(steps);
}

/** A value in one line of YAML: JSON with spaces after separators. */
export function flowText(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(flowText).join(', ')}]`;
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'string' && value.length > LONGEST_STRING
      ? `"${value.slice(0, 12)}..." (${value.length} characters)`
      : jsonText(value, 'as written');
  }
  const members = Object.entries(value).map(([key, inner]) => `${key}: ${flowText(inner)}`);
  return `{${members.join(', ')}}`;
}

/** The most characters of a string and of a value that are shown. */
const LONGEST_STRING = 80;
const LONGEST_VALUE = 100;

/** A value as it is shown within a sentence. */
function shortText(value: Value | undefined): string {
  if (value === undefined) return 'nothing';
  return shortened(flowText(value));
}

function shortened(text: string): string {
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}...` : text;
}

function textOf(value: Value | undefined): string {
  return typeof value === 'string' ? value : shortText(value);
}
