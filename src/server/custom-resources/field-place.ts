import { onceForEach } from '../../base/once-for-each.ts';
import { isMapping, type Mapping, memberOf, type Path, type Value } from '../../yaml/tree.ts';
import {
  isIntOrString,
  itemSchema,
  mapValueSchema,
  propertySchema,
  type StructuralSchema,
} from '../crd/structural.ts';
import type { DeclaredFields, FieldPlace } from '../decode/suggestion.ts';

/**
 * The mapping of a custom resource that has a field, with its fields that the schema declares.
 *
 * @param object the whole object
 * @param path the path of the field
 * @returns undefined if there is no such mapping, or the schema does not describe it
 */
export function placeOfField(
  object: Mapping,
  schema: StructuralSchema,
  path: Path,
): FieldPlace | undefined {
  let at: Value | undefined = object;
  let below: StructuralSchema | undefined = schema;
  let place: FieldPlace | undefined;
  for (const [depth, segment] of path.entries()) {
    if (below === undefined) return undefined;
    const isLast = depth === path.length - 1;
    if (isMapping(at)) {
      const fields = fieldsOfSchema(below);
      place = { fields, value: at, path: path.slice(0, depth), parent: place };
    } else if (isLast) return undefined;
    at = memberOf(at, segment);
    below = schemaAt(below, segment);
  }
  return place;
}

function schemaAt(schema: StructuralSchema, segment: string | number) {
  return typeof segment === 'number'
    ? itemSchema(schema)
    : (propertySchema(schema, segment) ?? mapValueSchema(schema));
}

const fieldsOfSchema = onceForEach((schema: StructuralSchema): DeclaredFields => {
  const names = Object.keys(schema.properties ?? {});
  return {
    names: () => names,
    has: (name) => propertySchema(schema, name) !== undefined,
    below(name) {
      const inner = propertySchema(schema, name);
      if (inner === undefined) return undefined;
      const items = itemSchema(inner);
      return { fields: fieldsOfSchema(items ?? inner), isInList: items !== undefined };
    },
    accepts(name, value) {
      const inner = propertySchema(schema, name);
      return inner !== undefined && isShapedAs(inner, value);
    },
  };
});

function isShapedAs(schema: StructuralSchema, value: Value): boolean {
  if (value === null) return true;
  switch (schema.type) {
    case 'object':
      return isMapping(value);
    case 'array':
      return Array.isArray(value);
    case undefined:
      return !isIntOrString(schema) || typeof value !== 'object';
    default:
      return typeof value !== 'object';
  }
}
