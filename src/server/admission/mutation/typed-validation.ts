import { goQuote } from '../../../base/go/quote.ts';
import { shortestDecimal } from '../../../base/go/shortest-decimal.ts';
import { isMapping } from '../../../yaml/tree.ts';
import type { Value } from '../../kubernetes/value.ts';
import type { ForeignValues } from './configuration-value.ts';
import type { GoValue } from './go-value.ts';
import type { MergeType } from './merge-type.ts';

/** A list type of {@link MergeType}. */
export type ListType = MergeType & { readonly is: 'list' };

/**
 * The text that identifies an item of a list in a path, for a list that is not atomic. If the item has no identity, the
 * error of the server.
 */
type ItemIdentity = { readonly text: string } | { readonly error: string };

/**
 * The errors of a value against its type, in the words of the server, each with its path.
 *
 * Source: `typed/validate.go` of structured-merge-diff, version 6.
 *
 * @param foreign the parts of the value that represent values that JSON does not have
 * @param duplicates `allowed` if several items of a list can have one identity, as in stored objects
 */
export function validateTyped(
  type: MergeType,
  value: Value,
  foreign: ForeignValues,
  duplicates: 'allowed' | 'refused',
): readonly string[] {
  return validate(type, value, '', { foreign, allowsDuplicates: duplicates === 'allowed' });
}

interface Validation {
  readonly foreign: ForeignValues;
  readonly allowsDuplicates: boolean;
}

function validate(
  type: MergeType,
  value: Value,
  path: string,
  validation: Validation,
): readonly string[] {
  const { foreign } = validation;
  const unlike = foreign.get(value);
  if (unlike !== undefined) return [`${path}: ${foreignError(type, unlike)}`];
  if (value === null) return [];
  if (type.is === 'untyped')
    return foreign.size === 0 ? [] : validateUntyped(value, path, validation);
  switch (type.is) {
    case 'scalar':
      return isScalar(type.scalar, value) ? [] : [`${path}: ${scalarError(type.scalar, value)}`];
    case 'map': {
      if (!isMapping(value)) return [`${path}: expected map, got &{${goText(value)}}`];
      const errors: string[] = [];
      for (const [key, member] of Object.entries(value)) {
        const field = type.field(key);
        if (field === undefined) return [...errors, `${path}.${key}: field not declared in schema`];
        errors.push(...validate(field, member, `${path}.${key}`, validation));
      }
      return errors;
    }
    case 'list':
      return Array.isArray(value)
        ? validateItems(type, value, path, validation)
        : [`${path}: expected list, got &{${goText(value)}}`];
  }
}

/** Without a schema, all values are accepted that JSON has. */
function validateUntyped(value: Value, path: string, validation: Validation): readonly string[] {
  const type = { is: 'untyped' } as const;
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => validate(type, item, `${path}[${index}]`, validation));
  }
  return isMapping(value)
    ? Object.entries(value).flatMap(([key, member]) =>
        validate(type, member, `${path}.${key}`, validation),
      )
    : [];
}

/** A value that has no type of JSON is tried as a map if all types are accepted. */
function foreignError(type: MergeType, { type: goType, text, syntax }: GoValue): string {
  switch (type.is) {
    case 'list':
      return `expected list, got &{${text}}`;
    case 'map':
    case 'untyped':
      return `expected map, got &{${text}}`;
    case 'scalar':
      break;
  }
  switch (type.scalar) {
    case 'string':
      return `expected string, got &value.valueUnstructured{Value:${syntax}}`;
    case 'number':
      return `expected numeric (int or float), got ${goType}`;
    case 'boolean':
      return `expected boolean, got &{${text}}`;
    default:
      return `expected any scalar, got &{${text}}`;
  }
}

function validateItems(
  type: ListType,
  items: readonly Value[],
  path: string,
  validation: Validation,
): readonly string[] {
  const errors: string[] = [];
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    let element = `[${index}]`;
    if (type.relation !== 'atomic') {
      const identity = identityOf(type, item, validation.foreign);
      // The items after it are not looked at.
      if ('error' in identity) return [...errors, `${path}: element ${index}: ${identity.error}`];
      element = identity.text;
      if (seen.has(element) && !validation.allowsDuplicates) {
        errors.push(`${path}: duplicate entries for key ${element}`);
      }
      seen.add(element);
    }
    errors.push(...validate(type.item, item, `${path}${element}`, validation));
  }
  return errors;
}

/**
 * The identity of an item of a list of the relations `set` and `map`.
 *
 * Source: `listItemToPathElement` in `typed/helpers.go` of structured-merge-diff, version 6.
 */
export function identityOf(type: ListType, item: Value, foreign: ForeignValues): ItemIdentity {
  if (foreign.has(item)) {
    return type.relation === 'set' ? { text: `[=${UNDEFINED}]` } : { error: NO_MAP };
  }
  return type.relation === 'set' ? setIdentity(item) : mapIdentity(type, item, foreign);
}

const NO_MAP = 'associative list with keys may not have non-map elements';

/** The text of the server for a value in a path that JSON does not have. */
const UNDEFINED = '{{undefined}}';

function setIdentity(item: Value): ItemIdentity {
  const error = isMapping(item)
    ? "associative list without keys has an element that's a map type"
    : Array.isArray(item)
      ? 'not supported: associative list with lists as elements'
      : item === null
        ? "associative list without keys has an element that's an explicit null"
        : undefined;
  return error === undefined ? { text: `[=${scalarText(item)}]` } : { error };
}

/**
 * The identity of an item of a map list. Keys that the item does not have are not part of its identity, unless they
 * have a default.
 */
function mapIdentity(type: ListType, item: Value, foreign: ForeignValues): ItemIdentity {
  if (item === null) return { error: 'associative list with keys may not have a null element' };
  if (!isMapping(item)) return { error: NO_MAP };
  const parts: string[] = [];
  for (const [key, standard] of type.keys) {
    const value = item[key] ?? standard;
    if (value === undefined) continue;
    parts.push(`${key}=${foreign.has(value) ? UNDEFINED : scalarText(value)}`);
  }
  if (parts.length > 0 || type.keys.size === 0) return { text: `[${parts.sort().join(',')}]` };
  const keys = `[${[...type.keys.keys()].map(goQuote).join(' ')}]`;
  const standards = "(and doesn't have default values for any key fields)";
  return {
    error: `associative list with keys has an element that omits all key fields ${keys} ${standards}`,
  };
}

function scalarText(value: Value): string {
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}

function isScalar(scalar: string, value: Value): boolean {
  const type = typeof value;
  switch (scalar) {
    case 'string':
      return type === 'string';
    case 'boolean':
      return type === 'boolean';
    case 'number':
      return type === 'number' || type === 'bigint';
    default:
      return type !== 'object';
  }
}

function scalarError(scalar: string, value: Value): string {
  switch (scalar) {
    case 'string':
      return `expected string, got &value.valueUnstructured{Value:${goSyntax(value)}}`;
    case 'number':
      return `expected numeric (int or float), got ${goType(value)}`;
    case 'boolean':
      return `expected boolean, got &{${goText(value)}}`;
    default:
      return `expected any scalar, got &{${goText(value)}}`;
  }
}

function goType(value: Value): string {
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'string';
  return Array.isArray(value) ? '[]interface {}' : 'map[string]interface {}';
}

/** A value of JSON as Go prints it with `%v`. */
function goText(value: Value): string {
  if (value === null) return '<nil>';
  if (typeof value === 'number') return shortestDecimal(value);
  if (Array.isArray(value)) return `[${value.map(goText).join(' ')}]`;
  if (!isMapping(value)) return String(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${key}:${goText(value[key] ?? null)}`);
  return `map[${members.join(' ')}]`;
}

/** A value of JSON as Go prints it with `%#v`. */
function goSyntax(value: Value): string {
  if (value === null) return 'interface {}(nil)';
  if (typeof value === 'string') return goQuote(value);
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`;
  if (!isMapping(value)) return goText(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${goQuote(key)}:${goSyntax(value[key] ?? null)}`);
  return `map[string]interface {}{${members.join(', ')}}`;
}
