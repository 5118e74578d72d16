import { isList, isMapping, writtenAsFloat } from '../../../yaml/tree.ts';
import type { Mapping, Value } from '../../kubernetes/value.ts';
import {
  itemSchema,
  mapValueSchema,
  propertySchema,
  type StructuralSchema,
} from '../structural.ts';
import { jsonText } from './json-text.ts';

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

interface Step {
  readonly value: Value;
  readonly schema: StructuralSchema;
  readonly trail: Trail | undefined;
}

/** The path to a value, from its end to its start. */
interface Trail {
  readonly parent: Trail | undefined;
  readonly segment: string | number;
  /** True if the segment is a key of a map, which the server writes in brackets. */
  readonly isMapKey: boolean;
}

export interface ListOptions {
  /**
   * True if the missing keys of an item already have their defaults. The server validates custom resources after it has
   * set the defaults.
   */
  readonly fillsKeys?: boolean;
}

/**
 * Finds the items that are not unique in lists with `x-kubernetes-list-type`. The server reports an
 * item that occurs several times once, at its second occurrence. It checks custom resources, but
 * not defaults. Not recursive, so values of any depth are supported.
 *
 * @param root a mapping or list; other values have no items
 */
export function* listFaults(
  root: Value,
  schema: StructuralSchema,
  { fillsKeys = false }: ListOptions = {},
): Iterable<ListFault> {
  const left: Step[] = [{ value: root, schema, trail: undefined }];
  for (let step = left.pop(); step !== undefined; step = left.pop()) {
    const { value, schema: at, trail } = step;
    if (isList(value)) {
      yield* faultsIn(value, at, trail, fillsKeys);
      const items = itemSchema(at);
      if (items === undefined) continue;
      for (const [index, item] of value.entries()) push(left, item, items, trail, index, false);
    } else if (isMapping(value)) {
      for (const key in value) {
        const declared = propertySchema(at, key);
        push(left, value[key], declared ?? mapValueSchema(at), trail, key, declared === undefined);
      }
    }
  }
}

function push(
  left: Step[],
  value: Value | undefined,
  schema: StructuralSchema | undefined,
  parent: Trail | undefined,
  segment: string | number,
  isMapKey: boolean,
): void {
  if (schema === undefined || typeof value !== 'object' || value === null) return;
  left.push({ value, schema, trail: { parent, segment, isMapKey } });
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
    return { kind, listType, ...placeOf({ parent: trail, segment: index, isMapKey: false }) };
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

function placeOf(trail: Trail): { segments: readonly (string | number)[]; path: string } {
  const segments: (string | number)[] = [];
  const steps: string[] = [];
  for (let step: Trail | undefined = trail; step !== undefined; step = step.parent) {
    segments.push(step.segment);
    const isBracketed = step.isMapKey || typeof step.segment === 'number';
    steps.push(isBracketed ? `[${step.segment}]` : `.${step.segment}`);
  }
  return { segments: segments.reverse(), path: steps.reverse().join('') };
}
