import { NO_SUCH_FIELD, type TypeProvider } from '../../../cel/environment.ts';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  STRING,
  struct,
  TIMESTAMP,
  type Type,
} from '../../../cel/types.ts';
import {
  isEmbeddedResource,
  isIntOrString,
  itemSchema,
  mapValueSchema,
  propertySchema,
  type StructuralSchema,
} from '../../crd/structural.ts';
import { byteLength } from '../../kubernetes/formats/dns.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import { serverHas } from '../../kubernetes/server-changes.ts';
import { escapeProperty } from '../escaping.ts';
import { findEscaped } from './declared-types.ts';

/** The type of a value with a schema, and its limits. Sizes are in bytes of JSON. */
export type SchemaType =
  | (Sizes & { readonly kind: 'scalar'; readonly type: Type })
  | (Sizes & { readonly kind: 'list'; readonly element: SchemaType })
  /** A map with strings as keys. */
  | (Sizes & { readonly kind: 'map'; readonly element: SchemaType })
  /** The fields by their names in expressions. */
  | (Sizes & { readonly kind: 'object'; readonly fields: ReadonlyMap<string, SchemaType> });

interface Sizes {
  /** The maximum number of elements, or of bytes of a string; 0 if it has no size. */
  readonly maxElements: number;
  readonly minSerializedSize: number;
}

/** The maximum size of a request in bytes, which limits values without a limit of their own. */
export const MAX_REQUEST_BYTES = 3 * 1024 * 1024;

/**
 * Creates the types of the schemas of one CRD, one for each schema. A schema that expressions cannot access has none:
 * one without a type, or a list or a map of such a schema.
 *
 * Source: `SchemaDeclType` in `pkg/cel/common/schemas.go` of the API server.
 */
export class SchemaTypes {
  readonly #minor: Minor;
  readonly #known = new WeakMap<StructuralSchema, { readonly type: SchemaType | undefined }>();

  constructor(minor: Minor) {
    this.#minor = minor;
  }

  /**
   * The type of a value with a schema.
   *
   * @param isResourceRoot true if the value is a whole custom resource or an embedded one
   */
  typeOf(
    schema: StructuralSchema,
    isResourceRoot = isEmbeddedResource(schema),
  ): SchemaType | undefined {
    if (isResourceRoot !== isEmbeddedResource(schema)) return this.#create(schema, isResourceRoot);
    for (const unknown of this.#unknownFrom(schema)) {
      if (this.#known.has(unknown)) continue;
      this.#known.set(unknown, { type: this.#create(unknown, isEmbeddedResource(unknown)) });
    }
    return this.#known.get(schema)?.type;
  }

  /**
   * The schemas without a known type among a schema and those below it. A schema comes after those below it, so that
   * no nesting is too deep for the stack.
   */
  #unknownFrom(schema: StructuralSchema): readonly StructuralSchema[] {
    if (this.#known.has(schema)) return [];
    // Schemas with anchors can be in several places.
    const found = new Set([schema]);
    for (const one of found) {
      for (const below of schemasBelow(one)) if (!this.#known.has(below)) found.add(below);
    }
    return [...found].reverse();
  }

  #create(schema: StructuralSchema, isResourceRoot: boolean): SchemaType | undefined {
    if (isIntOrString(schema)) {
      const isBounded =
        schema.maxLength !== undefined &&
        serverHas('int-or-string-max-length-in-costs', this.#minor);
      return scalar(DYN, 1, isBounded ? maxBytes(schema) : MAX_REQUEST_BYTES - 2);
    }
    const seen = isResourceRoot ? withObjectMeta(schema, this.#minor) : schema;
    switch (seen.type) {
      case 'array':
        return this.#list(seen);
      case 'object':
        return this.#object(seen);
      case 'string':
        return text(seen);
      case 'boolean':
        return scalar(BOOL, 4, 0);
      case 'number':
        return scalar(DOUBLE, 1, 0);
      case 'integer':
        return scalar(INT, 1, 0);
      default:
        return undefined;
    }
  }

  #list(schema: StructuralSchema): SchemaType | undefined {
    const items = itemSchema(schema);
    const element = items === undefined ? undefined : this.typeOf(items);
    if (element === undefined) return undefined;
    const most = Math.trunc((MAX_REQUEST_BYTES - 2) / (element.minSerializedSize + 1));
    const maxElements = nonNegative(schema.maxItems) ?? most;
    return { kind: 'list', element, maxElements, minSerializedSize: 2 };
  }

  #object(schema: StructuralSchema): SchemaType | undefined {
    const values = mapValueSchema(schema);
    if (values === undefined) return this.#struct(schema);
    const element = this.typeOf(values);
    if (element === undefined) return undefined;
    const most = Math.trunc((MAX_REQUEST_BYTES - 2) / (element.minSerializedSize + 6));
    const maxElements = nonNegative(schema.maxProperties) ?? most;
    return { kind: 'map', element, maxElements, minSerializedSize: 2 };
  }

  #struct(schema: StructuralSchema): SchemaType {
    const required = new Set(schema.required ?? []);
    const fields = new Map<string, SchemaType>();
    let minSerializedSize = 2;
    for (const name in schema.properties) {
      const property = propertySchema(schema, name);
      const type = property === undefined ? undefined : this.typeOf(property);
      if (property === undefined || type === undefined) continue;
      const escaped = escapeProperty(name);
      if (escaped !== undefined) fields.set(escaped, type);
      if (required.has(name) && (property.default ?? null) === null) {
        minSerializedSize += byteLength(name) + type.minSerializedSize + 4;
      }
    }
    return { kind: 'object', fields, maxElements: 0, minSerializedSize };
  }
}

/** The schemas of the properties, the items and the values of a schema. */
function* schemasBelow(schema: StructuralSchema): Iterable<StructuralSchema> {
  for (const name in schema.properties) {
    const property = propertySchema(schema, name);
    if (property !== undefined) yield property;
  }
  const items = itemSchema(schema);
  if (items !== undefined) yield items;
  const values = mapValueSchema(schema);
  if (values !== undefined) yield values;
}

function scalar(type: Type, minSerializedSize: number, maxElements: number): SchemaType {
  return { kind: 'scalar', type, maxElements, minSerializedSize };
}

function text(schema: StructuralSchema): SchemaType {
  switch (schema.format) {
    case 'byte':
      return scalar(BYTES, 2, nonNegative(schema.maxLength) ?? MAX_REQUEST_BYTES - 2);
    case 'duration':
      return scalar(DURATION, 3, 32);
    case 'date':
      return scalar(TIMESTAMP, 12, 12);
    case 'date-time':
      return scalar(TIMESTAMP, 21, 32);
    default: {
      if (schema.maxLength !== undefined) return scalar(STRING, 2, maxBytes(schema));
      const values = schema.enum ?? [];
      if (values.length === 0) return scalar(STRING, 2, MAX_REQUEST_BYTES - 2);
      const maxLength = values.reduce<number>(
        (most, value) => Math.max(most, typeof value === 'string' ? byteLength(value) : 0),
        0,
      );
      return scalar(STRING, 2, maxLength);
    }
  }
}

/** The size for `maxLength` characters of up to four bytes. The product wraps around on overflow, as in Go. */
function maxBytes(schema: StructuralSchema): number {
  const bytes = (nonNegative(schema.maxLength) ?? 0) * 4;
  if (Number.isSafeInteger(bytes)) return bytes;
  return Number(BigInt.asUintN(64, BigInt(schema.maxLength ?? 0) * 4n));
}

function nonNegative(value: number | bigint | undefined): number | undefined {
  return value === undefined ? undefined : Math.max(0, Number(value));
}

/** The maximal length of `metadata.name`; a generated name is at least one character longer than its prefix. */
const MAX_NAME_LENGTH = 253;

/**
 * Adds `apiVersion`, `kind`, `metadata.name` and `metadata.generateName` to a schema. Expressions can always use them.
 *
 * Source: `WithTypeAndObjectMeta` in `pkg/apiserver/schema/cel/model/schemas.go` of apiextensions-apiserver.
 */
export function withObjectMeta(schema: StructuralSchema, minor: Minor): StructuralSchema {
  const typeOf = (name: string) => propertySchema(schema, name)?.type;
  const metadata = propertySchema(schema, 'metadata');
  const isComplete =
    typeOf('kind') === 'string' &&
    typeOf('apiVersion') === 'string' &&
    metadata?.type === 'object' &&
    metadata.properties?.name?.type === 'string' &&
    metadata.properties.generateName?.type === 'string';
  if (isComplete) return schema;
  const string: StructuralSchema = { type: 'string' };
  const stringUpTo = (length: number, declared: StructuralSchema | undefined): StructuralSchema =>
    serverHas('bounded-names-in-costs', minor)
      ? { type: 'string', maxLength: Math.min(length, Number(declared?.maxLength ?? length)) }
      : string;
  const declared = metadata?.properties;
  const names = {
    name: stringUpTo(MAX_NAME_LENGTH, declared?.name),
    generateName: stringUpTo(MAX_NAME_LENGTH - 1, declared?.generateName),
  };
  return {
    ...schema,
    properties: {
      ...schema.properties,
      kind: string,
      apiVersion: string,
      metadata: { type: 'object', properties: names },
    },
  };
}

/** The name of the type of `self` in messages. The server appends a random number. */
const SELF_TYPE = 'selfType';

/**
 * The types of `self` and its fields. Only messages contain their names, such as `selfType.spec.@idx`; expressions
 * cannot refer to them.
 *
 * Source: `MaybeAssignTypeName` in `pkg/cel/types.go` of the API server.
 */
export class SelfTypes implements TypeProvider {
  readonly roots: ReadonlySet<string> = new Set();
  /** The type of `self`. */
  readonly self: Type;
  readonly #structs = new Map<string, ReadonlyMap<string, SchemaType>>();
  readonly #fields = new Map<string, Type>();
  readonly #root: SchemaType;
  readonly #acceptsKeywords: boolean;

  constructor(root: SchemaType, acceptsKeywords: boolean) {
    this.#root = root;
    this.#acceptsKeywords = acceptsKeywords;
    this.self = this.#name(root, SELF_TYPE);
  }

  /**
   * The same types with another setting for fields whose names are keywords.
   *
   * @param acceptsKeywords true if such a field can be selected by its plain name
   */
  acceptingKeywords(acceptsKeywords: boolean): SelfTypes {
    return acceptsKeywords === this.#acceptsKeywords
      ? this
      : new SelfTypes(this.#root, acceptsKeywords);
  }

  findName(): undefined {
    return undefined;
  }

  findField(name: string, field: string): Type | typeof NO_SUCH_FIELD | undefined {
    const fields = this.#structs.get(name);
    if (fields === undefined) return undefined;
    const known = this.#fields.get(`${name}.${field}`);
    if (known !== undefined) return known;
    const found = findEscaped(fields, field, this.#acceptsKeywords);
    if (found === NO_SUCH_FIELD) return found;
    const written = fields.has(field) ? field : `__${field}__`;
    const type = this.#name(found, `${name}.${written}`);
    this.#fields.set(`${name}.${field}`, type);
    return type;
  }

  /** The CEL type of a schema type. Objects are named after their paths. */
  #name(schemaType: SchemaType, path: string): Type {
    switch (schemaType.kind) {
      case 'scalar':
        return schemaType.type;
      case 'list':
        return listOf(this.#name(schemaType.element, `${path}.@idx`));
      case 'map':
        return mapOf(STRING, this.#name(schemaType.element, `${path}.@elem`));
      case 'object':
        this.#structs.set(path, schemaType.fields);
        return struct(path);
    }
  }
}
