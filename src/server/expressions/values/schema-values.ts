import { ErrorValue, type Result } from '../../../cel/values/value.ts';
import {
  isEmbeddedResource,
  isIntOrString,
  itemSchema,
  preservesUnknownFields,
  type StructuralSchema,
} from '../../crd/structural.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import { serverHas } from '../../kubernetes/server-changes.ts';
import { withObjectMeta } from '../types/schema-types.ts';
import { stringValue } from './formatted-strings.ts';
import {
  goTypeOfRaw,
  intOf,
  isRawMapping,
  Native,
  PlainList,
  type Raw,
  type RawList,
} from './plain-values.ts';
import { ListWithSchema, MapListWithSchema, SetWithSchema } from './schema-lists.ts';
import { MapWithSchema } from './schema-maps.ts';
import { UntypedValue } from './untyped-value.ts';

interface SelfOptions {
  readonly minor: Minor;
  /** True if the value is a whole custom resource, which always has `apiVersion`, `kind` and `metadata`. */
  readonly isResourceRoot?: boolean;
}

/**
 * The value of `self`: a value of a custom resource (an integral float is a `Native`), with its schema. Its parts are
 * converted when they are read.
 *
 * Source: `UnstructuredToVal` in `pkg/cel/common/valuesunstructured.go` of the API server.
 */
export function selfValue(
  value: Raw,
  schema: StructuralSchema,
  { minor, isResourceRoot = false }: SelfOptions,
): Result {
  return typedValue(value, isResourceRoot ? withObjectMeta(schema, minor) : schema, minor);
}

/** Converts a value by its schema; an error if it does not match the schema. */
function typedValue(raw: Raw, schema: StructuralSchema, minor: Minor): Result {
  if (raw === null) {
    return schema.nullable === true
      ? null
      : new ErrorValue('invalid data, got null for schema with nullable=false');
  }
  if (isIntOrString(schema)) return intOrString(raw);
  switch (schema.type) {
    case 'object':
      if (!isRawMapping(raw)) return invalidData('a map for the provided schema with type=object');
      return new MapWithSchema(
        {
          object: raw,
          schema: isEmbeddedResource(schema) ? withObjectMeta(schema, minor) : schema,
          read: (member, memberSchema) => typedValue(member, memberSchema, minor),
        },
        minor,
      );
    case 'array':
      return list(raw, schema, minor);
    case 'string':
      return typeof raw === 'string'
        ? stringValue(raw, schema.format)
        : invalidData(`string, got ${goTypeOfRaw(raw)}`);
    case 'number':
      return double(raw);
    case 'integer':
      return int(raw) ?? invalidData(`int, got ${goTypeOfRaw(raw)}`);
    case 'boolean':
      return typeof raw === 'boolean' ? raw : invalidData(`bool, got ${goTypeOfRaw(raw)}`);
    default:
      if (preservesUnknownFields(schema)) return new UntypedValue(raw);
      return new ErrorValue(
        `invalid type, expected object, array, number, integer, boolean or string, or no type with x-kubernetes-int-or-string or x-kubernetes-preserve-unknown-fields is true, got ${schema.type ?? ''}`,
      );
  }
}

function invalidData(expected: string): ErrorValue {
  return new ErrorValue(`invalid data, expected ${expected}`);
}

function intOrString(raw: Raw): Result {
  if (typeof raw === 'string') return raw;
  return int(raw) ?? invalidData('XIntOrString value to be either a string or integer');
}

function int(raw: Raw): bigint | undefined {
  return typeof raw === 'number' || typeof raw === 'bigint' ? intOf(raw) : undefined;
}

function double(raw: Raw): Result {
  const value = raw instanceof Native ? raw.value : raw;
  if (typeof value === 'number') return value;
  return typeof value === 'bigint' ? Number(value) : invalidData(`float, got ${goTypeOfRaw(raw)}`);
}

function list(raw: Raw, schema: StructuralSchema, minor: Minor): Result {
  const elements = elementsOf(raw);
  if (elements === undefined)
    return invalidData('an array for the provided schema with type=array');
  const items = itemSchema(schema);
  if (items === undefined) {
    return new ErrorValue('invalid array type, expected Items with a non-empty Schema');
  }
  const parts = {
    elements,
    read: (element: Raw) => typedValue(element, items, minor),
    addsValues: serverHas('values-added-to-lists', minor),
  };
  switch (schema['x-kubernetes-list-type']) {
    case 'map':
      return new MapListWithSchema(parts, schema['x-kubernetes-list-map-keys'] ?? []);
    case 'set':
      return new SetWithSchema(parts);
    default:
      return new ListWithSchema(parts);
  }
}

function elementsOf(raw: Raw): RawList | undefined {
  if (raw instanceof Native) {
    const { value } = raw;
    const plain = value instanceof ListWithSchema ? value.plain : value;
    return plain instanceof PlainList ? plain.elements : undefined;
  }
  return Array.isArray(raw) ? raw : undefined;
}
