import { onceForEach } from '../../../base/once-for-each.ts';
import {
  copyFloatMarks,
  createMapping,
  isMapping,
  markAsFloat,
  type OpenMapping,
  writtenAsFloat,
} from '../../../yaml/tree.ts';
import type { Mapping, Value } from '../../kubernetes/value.ts';
import {
  itemSchema,
  mapValueSchema,
  propertySchema,
  type StructuralSchema,
} from '../structural.ts';

/** A value that is still to be visited, and its place in the copy. */
interface Slot {
  readonly in: OpenMapping | Value[];
  readonly at: string | number;
  readonly schema: StructuralSchema;
}

/**
 * Fills in the defaults of a schema, as the server does before it validates a custom resource: also
 * inside of defaults, and for null if the schema is not nullable. Returns a copy if something
 * changes. Not recursive, so values of any depth are supported.
 *
 * Source: `pkg/apiserver/schema/defaulting/algorithm.go` of the API server.
 */
export function withDefaults(value: Value, schema: StructuralSchema): Value {
  const root: Value[] = [value];
  const left: Slot[] = [{ in: root, at: 0, schema }];
  for (let slot = left.pop(); slot !== undefined; slot = left.pop()) {
    const found = Array.isArray(slot.in) ? slot.in[Number(slot.at)] : slot.in[slot.at];
    if (isMapping(found)) fillObject(found, slot, left);
    else if (Array.isArray(found)) fillList(found, slot, left);
  }
  return root[0] ?? null;
}

function fillObject(object: Mapping, slot: Slot, left: Slot[]): void {
  const { schema } = slot;
  const copy = createMapping();
  for (const key in object) put(copy, key, object[key] ?? null);
  copyFloatMarks(object, copy);
  for (const [name, property] of propertiesWithDefault(schema)) {
    const given = property.default ?? null;
    if (!Object.hasOwn(copy, name) || isForbiddenNull(copy[name], property)) {
      put(copy, name, given);
      if (writtenAsFloat(property, 'default')) markAsFloat(copy, name);
    }
  }
  put(slot.in, slot.at, copy);
  const values = mapValueSchema(schema);
  for (const key in copy) {
    const property = propertySchema(schema, key);
    if (property === undefined && values !== undefined && isForbiddenNull(copy[key], values)) {
      put(copy, key, values.default ?? null);
    }
    const inner = property ?? values;
    if (inner !== undefined) left.push({ in: copy, at: key, schema: inner });
  }
}

/** The properties that have a default other than null; they may be few of thousands. */
const propertiesWithDefault = onceForEach(({ properties = {} }: StructuralSchema) =>
  Object.entries(properties).filter(([, property]) => (property.default ?? null) !== null),
);

function fillList(list: readonly Value[], slot: Slot, left: Slot[]): void {
  const items = itemSchema(slot.schema);
  if (items === undefined) return;
  const copy = [...list];
  copyFloatMarks(list, copy);
  for (const [index, item] of copy.entries()) {
    if (isForbiddenNull(item, items)) copy[index] = items.default ?? null;
    left.push({ in: copy, at: index, schema: items });
  }
  put(slot.in, slot.at, copy);
}

function isForbiddenNull(value: Value | undefined, { nullable }: StructuralSchema): boolean {
  return value === null && nullable !== true;
}

function put(holder: OpenMapping | Value[], at: string | number, value: Value): void {
  if (Array.isArray(holder)) holder[Number(at)] = value;
  else holder[at] = value;
}
