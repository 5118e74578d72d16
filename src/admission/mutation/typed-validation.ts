import { goQuote } from '../../go/quote.ts';
import { shortestDecimal } from '../../go/shortest-decimal.ts';
import type { Value } from '../../kubernetes/value.ts';
import { isMapping } from '../../yaml/tree.ts';
import type { MergeType } from './merge-type.ts';

/** A list type of {@link MergeType}. */
export type ListType = MergeType & { readonly is: 'list' };

/** What identifies an item of a list that is no atomic one, as it is part of a path; or why nothing does. */
export type ItemIdentity = { readonly text: string } | { readonly error: string };

/**
 * The errors of a value against its type, in the words of the server, each with its path.
 *
 * Source: `typed/validate.go` of structured-merge-diff, version 6.
 *
 * @param duplicates whether several items of a list can have one identity, as in stored objects
 */
export function validateTyped(
  type: MergeType,
  value: Value,
  duplicates: 'allowed' | 'refused',
): readonly string[] {
  return validate(type, value, '', duplicates === 'allowed');
}

function validate(
  type: MergeType,
  value: Value,
  path: string,
  allowsDuplicates: boolean,
): readonly string[] {
  if (value === null || type.is === 'untyped') return [];
  switch (type.is) {
    case 'scalar':
      return isScalar(type.scalar, value) ? [] : [`${path}: ${scalarError(type.scalar, value)}`];
    case 'map': {
      if (!isMapping(value)) return [`${path}: expected map, got &{${goText(value)}}`];
      const errors: string[] = [];
      for (const [key, member] of Object.entries(value)) {
        const field = type.field(key);
        if (field === undefined) return [...errors, `${path}.${key}: field not declared in schema`];
        errors.push(...validate(field, member, `${path}.${key}`, allowsDuplicates));
      }
      return errors;
    }
    case 'list':
      return Array.isArray(value)
        ? validateItems(type, value, path, allowsDuplicates)
        : [`${path}: expected list, got &{${goText(value)}}`];
  }
}

function validateItems(
  type: ListType,
  items: readonly Value[],
  path: string,
  allowsDuplicates: boolean,
): readonly string[] {
  const errors: string[] = [];
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    let element = `[${index}]`;
    if (type.relation !== 'atomic') {
      const identity = identityOf(type, item);
      // The items after it are not looked at.
      if ('error' in identity) return [...errors, `${path}: element ${index}: ${identity.error}`];
      element = identity.text;
      if (seen.has(element) && !allowsDuplicates) {
        errors.push(`${path}: duplicate entries for key ${element}`);
      }
      seen.add(element);
    }
    errors.push(...validate(type.item, item, `${path}${element}`, allowsDuplicates));
  }
  return errors;
}

/**
 * What identifies an item of a list of the relations `set` and `map`.
 *
 * Source: `listItemToPathElement` in `typed/helpers.go` of structured-merge-diff, version 6.
 */
export function identityOf(type: ListType, item: Value): ItemIdentity {
  return type.relation === 'set' ? setIdentity(item) : mapIdentity(type, item);
}

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

/** Keys that an item does not have are no part of its identity, unless they have a default. */
function mapIdentity(type: ListType, item: Value): ItemIdentity {
  if (item === null) return { error: 'associative list with keys may not have a null element' };
  if (!isMapping(item))
    return { error: 'associative list with keys may not have non-map elements' };
  const parts: string[] = [];
  for (const [key, standard] of type.keys) {
    const value = item[key] ?? standard;
    if (value !== undefined) parts.push(`${key}=${scalarText(value)}`);
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
