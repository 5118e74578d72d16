import { equal } from '../../../cel/values/equality.ts';
import {
  ErrorValue,
  MapValue,
  noSuchOverload,
  type Result,
  type Value,
} from '../../../cel/values/value.ts';
import {
  isEmbeddedResource,
  isIntOrString,
  itemSchema,
  mapValueSchema,
  preservesUnknownFields,
  propertySchema,
  type StructuralSchema,
} from '../../crd/structural.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import { serverHas } from '../../kubernetes/server-changes.ts';
import type { Mapping } from '../../kubernetes/value.ts';
import { escapeProperty, unescapeProperty } from '../escaping.ts';
import { withObjectMeta } from '../types/schema-types.ts';
import { stringValue } from './formatted-strings.ts';
import {
  goTypeOfRaw,
  intOf,
  isRawMapping,
  Native,
  PlainList,
  PlainMap,
  type Raw,
  type RawList,
  rawMember,
} from './plain-values.ts';
import { ListWithSchema, MapListWithSchema, SetWithSchema } from './schema-lists.ts';
import { deepEqual, UntypedValue } from './untyped-value.ts';

export interface SelfOptions {
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
        raw,
        isEmbeddedResource(schema) ? withObjectMeta(schema, minor) : schema,
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

/** An object or map of a custom resource. */
export class MapWithSchema extends MapValue {
  override readonly goType = '*common.unstructuredMap';
  readonly object: Mapping;
  readonly #schema: StructuralSchema;
  readonly #minor: Minor;
  readonly #hasProperties: boolean;
  #names: readonly string[] | undefined;

  constructor(object: Mapping, schema: StructuralSchema, minor: Minor) {
    super();
    this.object = object;
    this.#schema = schema;
    this.#minor = minor;
    this.#hasProperties = Object.keys(schema.properties ?? {}).length > 0;
  }

  get #members(): readonly string[] {
    this.#names ??= Object.keys(this.object);
    return this.#names;
  }

  get size(): number {
    return this.#members.length;
  }

  override get plain(): MapValue {
    return new PlainMap(this.object);
  }

  #schemaOf(name: string): StructuralSchema | undefined {
    if (!this.#hasProperties) return mapValueSchema(this.#schema);
    return Object.hasOwn(this.#schema.properties ?? {}, name)
      ? propertySchema(this.#schema, name)
      : undefined;
  }

  find(key: Value): Result | undefined {
    if (typeof key !== 'string') return noSuchOverload();
    const name = this.#hasProperties ? unescapeProperty(key) : key;
    if (name === undefined) return undefined;
    const raw = rawMember(this.object, name);
    // In an object with properties, null counts as absent.
    if (raw === undefined || (raw === null && this.#hasProperties)) return undefined;
    const schema = this.#schemaOf(name);
    return schema === undefined ? undefined : typedValue(raw, schema, this.#minor);
  }

  *keys(): Iterable<Value> {
    for (const name of this.#members) {
      if (this.#schemaOf(name) === undefined) continue;
      yield this.#hasProperties ? (escapeProperty(name) ?? name) : name;
    }
  }

  override equals(other: Value): boolean | ErrorValue {
    if (!(other instanceof MapValue)) return noSuchOverload();
    if (this.size !== other.size) return false;
    for (const name of this.#members) {
      const schema = this.#schemaOf(name);
      const found =
        schema === undefined
          ? this.#unknownEquals(name, other)
          : this.#memberEquals(name, schema, other);
      if (found !== true) return found;
    }
    return true;
  }

  #memberEquals(name: string, schema: StructuralSchema, other: MapValue): boolean | ErrorValue {
    const otherValue = other.find(name);
    const isOlder = !serverHas('null-fields-absent-in-equality', this.#minor);
    const raw = isOlder ? rawMember(this.object, name) : undefined;
    const value = raw === undefined ? this.find(name) : typedValue(raw, schema, this.#minor);
    if (otherValue === undefined) return value === undefined;
    if (value === undefined) return false;
    if (value instanceof ErrorValue) return value;
    return otherValue instanceof ErrorValue ? false : equal(value, otherValue);
  }

  #unknownEquals(name: string, other: MapValue): boolean | ErrorValue {
    if (!(other instanceof MapWithSchema)) return noSuchOverload();
    const otherValue = other.object[name];
    return otherValue === undefined || deepEqual(this.object[name], otherValue);
  }
}
