import { isList, isMapping, writtenAsFloat } from '../../../yaml/tree.ts';
import type { Mapping, Value } from '../../kubernetes/value.ts';
import { itemSchema, type StructuralSchema } from '../structural.ts';
import { declaredContainers } from './declared-containers.ts';
import { jsonText } from './json-text.ts';
import { segmentsOf, serverPathOf, type Trail } from './trail.ts';

/** An error about an item of a list of type `set` or `map`. */
export interface ListFault {
  /**
   * - `duplicate`: it repeats another item (`FieldValueDuplicate`)
   * - `no-object`: an item of a list of type `map` that is not an object (`FieldValueInvalid`)
   */
  readonly kind: 'duplicate' | 'no-object';
  readonly listType: 'set' | 'map';
  /** The path from the value, in the file. */
  readonly segments: readonly (string | number)[];
  /** The same path as the server writes it, starting with a dot or bracket. */
  readonly path: string;
}

interface ListOptions {
  /**
   * True if the missing keys of an item already have their defaults. The server validates custom resources after it has
   * set the defaults.
   */
  readonly fillsKeys?: boolean;
}

/**
 * Finds the items that are not unique in lists with `x-kubernetes-list-type`. The server reports an item that occurs
 * several times once, at its second occurrence. It checks custom resources, but not defaults.
 *
 * @param root a mapping or list; other values have no items
 */
export function* listFaults(
  root: Value,
  schema: StructuralSchema,
  { fillsKeys = false }: ListOptions = {},
): Iterable<ListFault> {
  for (const { value, schema: at, trail } of declaredContainers(root, schema)) {
    if (isList(value)) yield* faultsIn(value, at, trail, fillsKeys);
  }
}

function* faultsIn(
  list: readonly Value[],
  schema: StructuralSchema,
  trail: Trail | undefined,
  fillsKeys: boolean,
): Iterable<ListFault> {
  const listType = schema['x-kubernetes-list-type'];
  if (listType !== 'set' && listType !== 'map') return;
  const faultAt = (kind: ListFault['kind'], index: number): ListFault => {
    const place = { parent: trail, segment: index };
    return { kind, listType, segments: segmentsOf(place), path: serverPathOf(place) };
  };
  if (listType === 'map') {
    const first = list.findIndex((item) => item !== null && !isMapping(item));
    if (first >= 0) {
      yield faultAt('no-object', first);
      return;
    }
  }
  const times = new Map<string, number>();
  for (const [index, item] of list.entries()) {
    const identity =
      listType === 'set'
        ? identityOf(item, writtenAsFloat(list, index))
        : keysOf(isMapping(item) ? item : {}, schema, fillsKeys);
    const before = times.get(identity) ?? 0;
    times.set(identity, before + 1);
    if (before === 1) yield faultAt('duplicate', index);
  }
}

/** The keys of an item, each in the form that is compared. */
function keysOf(item: Mapping, schema: StructuralSchema, fillsKeys: boolean): string {
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const items = itemSchema(schema);
  // The server compares a scalar directly if it is the only key; several keys are compared as JSON.
  const isAlone = keys.length === 1;
  const values = keys.map((key) => {
    const given = item[key];
    if (given !== undefined) return identityOf(given, isAlone && writtenAsFloat(item, key));
    const filled = fillsKeys ? items?.properties?.[key]?.default : undefined;
    return filled === undefined ? '' : identityOf(filled, false);
  });
  return values.join(' ');
}

/**
 * A string that is equal for values that the server considers equal: the order of members is
 * irrelevant, and, if it is the only key, a float differs from an integer of the same value.
 */
function identityOf(value: Value, isFloat: boolean): string {
  if (typeof value !== 'object') {
    if (typeof value === 'string') return JSON.stringify(value);
    return isFloat ? `float ${Number(value)}` : String(value);
  }
  if (value === null) return 'null';
  return jsonText(value, 'by key');
}
