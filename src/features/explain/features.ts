import { findKind } from '../../server/kubernetes/kinds.ts';

/** An error of the API server, as far as a text shows it. */
export interface ServerMessage {
  /** The kind of the object, where the text names it. */
  readonly kind: string | undefined;
  /** The path of the field, such as `webhooks[0].timeoutSeconds`. Empty if there is none. */
  readonly field: string;
  /**
   * The type of the field error: `Invalid value`, `Required value` ... Undefined if the message is not a field error.
   */
  readonly type: string | undefined;
  /** The text after the type. */
  readonly detail: string;
}

/** The types of field errors, as the server prints them. Source: k8s.io/apimachinery/pkg/util/validation/field */
const TYPES =
  'Invalid value|Required value|Unsupported value|Forbidden|Duplicate value|Too long|Too many|Not found|Internal error';

const FIELD_ERROR = new RegExp(
  `(?:^|[\\s*])([a-z][\\w-]*(?:[.[][^\\s:]*)?|<nil>): (${TYPES}|[A-Z][a-z]+ value)(?:: ?([\\s\\S]*))?$`,
);
/** A field that the schema of a kind requires and that is absent, as kubectl and the server say it. */
const MISSING_FIELD =
  /(?:ValidationError\((?<kind>\w+)(?:\.(?<path>[^()]*))?\): )?missing required field "(?<name>[^"]+)"/;
const KIND =
  /(?:^|\b(?:The|for|kind|of|a|an) )"?(?<kind>[A-Z][A-Za-z]+)(?:\.(?<group>[\w.-]+))?"? (?:"[^"]*" )?(?:is invalid|in version|cannot be handled)/;

/** Reads one error of the server, with or without the text that kubectl prints before it. */
export function readServerMessage(text: string): ServerMessage {
  const missing = MISSING_FIELD.exec(text)?.groups;
  if (missing !== undefined) {
    const { kind, path = '', name = '' } = missing;
    const field = path === '' ? name : `${path}.${name}`;
    return { kind, field, type: 'Required value', detail: '' };
  }
  const kind = kindIn(text);
  const match = FIELD_ERROR.exec(text);
  if (match === null) return { kind, field: '', type: undefined, detail: text };
  const [, field = '', type, detail = ''] = match;
  return { kind, field: field === '<nil>' ? '' : field, type, detail };
}

/** The kind in a message. If CRDs define its group, it has the group, so that it is not taken for a built-in kind. */
function kindIn(text: string): string | undefined {
  const { kind, group } = KIND.exec(text)?.groups ?? {};
  const isCustom = group?.includes('.') === true && !group.endsWith('.k8s.io');
  return isCustom ? `${kind}.${group}` : kind;
}

/** A feature by which messages are compared. Its prefix is the kind of the feature. */
export type Feature = `${FeatureKind}:${string}`;
export type FeatureKind =
  | 'kind'
  | 'type'
  | 'segment'
  | 'end1'
  | 'end2'
  | 'end3'
  | 'path'
  | 'typed1'
  | 'typed2'
  | 'word'
  | 'pair';

/** The feature of all kinds that CRDs define. */
export const CUSTOM_KIND: Feature = 'kind:custom';

/** The feature of a kind; all kinds that CRDs define have the same. */
export function kindFeature(kind: string): Feature {
  return findKind(kind) === undefined ? CUSTOM_KIND : `kind:${kind}`;
}

/** The features of a message, without the names, values and numbers that come from the input. */
export function featuresOf({ kind, field, type, detail }: ServerMessage): ReadonlySet<Feature> {
  const features = new Set<Feature>();
  if (kind !== undefined) features.add(kindFeature(kind));
  if (type !== undefined) features.add(`type:${type}`);
  // The fields of a custom resource are names from the input, except the fields that all objects have.
  const isOwnField = features.has(CUSTOM_KIND) && !field.startsWith('metadata.');
  const path = isOwnField ? [] : pathOf(field);
  for (const segment of [...path, ...(isOwnField ? [] : field.split(/[.[\]]+/).slice(-1))]) {
    if (segment !== '') features.add(`segment:${segment}`);
  }
  if (path.length >= 1) features.add(`end1:${path.slice(-1).join('.')}`);
  if (path.length >= 2) features.add(`end2:${path.slice(-2).join('.')}`);
  if (path.length >= 3) features.add(`end3:${path.slice(-3).join('.')}`);
  if (path.length > 0) features.add(`path:${path.join('.')}`);
  if (type !== undefined) {
    features.add(`typed1:${type} ${path.slice(-1).join('.')}`);
    features.add(`typed2:${type} ${path.slice(-2).join('.')}`);
  }
  const words = wordsOf(withoutValues(detail));
  for (const word of words) features.add(`word:${word}`);
  for (const [index, word] of words.entries()) {
    const next = words[index + 1];
    if (next !== undefined) features.add(`pair:${word} ${next}`);
  }
  return features;
}

/** The keywords of a schema that contain other schemas. The segments between them in a path are names of properties. */
const APPLICATORS = new Set([
  'items',
  'additionalProperties',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'x-kubernetes-validations',
]);

/** The segments of a path, without positions, keys and the names of properties. */
function pathOf(field: string): readonly string[] {
  const segments = field
    .replace(/^spec\.validation\./, 'spec.versions.schema.')
    .replace(/\[[^\]]*\]/g, '')
    .split('.')
    .filter((segment) => segment !== '');
  const schema = segments.indexOf('openAPIV3Schema');
  if (schema === -1) return segments;
  const below = segments.slice(schema + 1);
  const applicators = below.slice(0, -1).filter((segment) => APPLICATORS.has(segment));
  // Below a default are the names of the value.
  const end = below.slice(0, -1).includes('default') ? ['default', '*'] : below.slice(-1);
  return [...segments.slice(0, schema + 1), ...applicators.slice(-2), ...end];
}

/** The text without quoted values, and without the path that errors of OpenAPI repeat. */
function withoutValues(text: string): string {
  const unquoted = text.replace(/"(?:[^"\\]|\\.)*"/g, ' ');
  const end = unquoted.indexOf(' in body ');
  return end < 0
    ? unquoted
    : unquoted.slice(0, unquoted.lastIndexOf(' ', end - 1) + 1) + unquoted.slice(end);
}

const STOP_WORDS = new Set(
  'a an and are as at be but by for from has have if in is it may must not of on one only or the that there this to with its was will which so no than other any when'.split(
    ' ',
  ),
);

/** The words of a text in lower case and without endings, the parts of camelCase names among them. */
export function wordsOf(text: string): readonly string[] {
  const words = text.match(/[A-Za-z][A-Za-z0-9]*(?:[-'][A-Za-z0-9]+)*/g) ?? [];
  return words.flatMap((word) => {
    if (STOP_WORDS.has(word.toLowerCase())) return [];
    const parts = word.match(/[A-Z]?[a-z0-9]+/g) ?? [];
    return (parts.length > 1 ? [word, ...parts] : [word])
      .filter((part) => !STOP_WORDS.has(part.toLowerCase()))
      .map(stem);
  });
}

const ENDINGS = ['ies', 'es', 's', 'ed', 'ing'];
const SHORTEST_STEM = 4;

function stem(word: string): string {
  const lower = word.toLowerCase();
  const ending = ENDINGS.find(
    (end) => lower.endsWith(end) && lower.length - end.length >= SHORTEST_STEM,
  );
  return ending === undefined ? lower : lower.slice(0, -ending.length);
}
