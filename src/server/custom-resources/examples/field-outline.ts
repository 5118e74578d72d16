import { isList, isMapping, type Mapping, type Value } from '../../../yaml/tree.ts';
import {
  itemSchema,
  mapValueSchema,
  propertySchema,
  type StructuralSchema,
} from '../../crd/structural.ts';
import type { ExampleValues } from './example-values.ts';

export interface FieldOutline {
  readonly name: string;
  readonly schema: StructuralSchema;
  /** True if the example has the field. Other fields are only shown. */
  readonly isUsed: boolean;
  /** The value of the example, or one that it could have; undefined if none is found. */
  readonly value: Value | undefined;
  /**
   * The relation of the fields to the value: they are its members, or the members of the items of a list or of the
   * values of a map.
   */
  readonly nesting: 'none' | 'members' | 'items' | 'values';
  readonly fields: readonly FieldOutline[];
}

/** A schema that contains itself cannot be; this is about very deep ones. */
const DEEPEST = 30;

/** All fields that a schema declares for objects, in its order, with the values of an example. */
export function fieldOutlines(
  schema: StructuralSchema,
  example: Mapping | undefined,
  values: ExampleValues,
  depth = 0,
): readonly FieldOutline[] {
  if ((schema.type ?? 'object') !== 'object') return [];
  return Object.keys(schema.properties ?? {}).flatMap((name) => {
    const property = propertySchema(schema, name);
    if (property === undefined) return [];
    return [outlineOf(name, property, example?.[name], values, depth)];
  });
}

/** A value that a field could have; of a list one with an item. */
function sampleOf(schema: StructuralSchema, values: ExampleValues): Value | undefined {
  const schemas = { declared: schema, constraints: [] };
  const value = values.first(schemas);
  if (!isList(value) || value.length > 0) return value;
  return values.list(schemas, 1, []) ?? value;
}

function outlineOf(
  name: string,
  schema: StructuralSchema,
  given: Value | undefined,
  values: ExampleValues,
  depth: number,
): FieldOutline {
  const value = given ?? sampleOf(schema, values);
  const outline = { name, schema, isUsed: given !== undefined, value };
  const inner = (below: StructuralSchema | undefined, example: Value | undefined) =>
    below === undefined || depth > DEEPEST
      ? []
      : fieldOutlines(below, isMapping(example) ? example : undefined, values, depth + 1);
  const members = inner(schema, given);
  if (members.length > 0) return { ...outline, nesting: 'members', fields: members };
  const items = inner(itemSchema(schema), isList(given) ? given[0] : undefined);
  if (items.length > 0) return { ...outline, nesting: 'items', fields: items };
  const first = isMapping(given) ? Object.values(given)[0] : undefined;
  const ofMap = inner(mapValueSchema(schema), first);
  if (ofMap.length > 0) return { ...outline, nesting: 'values', fields: ofMap };
  return { ...outline, nesting: 'none', fields: [] };
}
