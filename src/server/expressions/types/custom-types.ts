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
import { type ApiList, type ApiObject, type ApiType, scalarType } from './api-types.ts';
import { builtInType } from './builtin-types.ts';

/**
 * The type of a custom resource. Custom resources and embedded resources have the metadata of all objects, even if the
 * schema declares something else.
 *
 * Source: `pkg/controller/openapi/builder/builder.go` of apiextensions-apiserver.
 */
export function customResourceType(schema: StructuralSchema, minor: Minor): ApiType {
  return new CustomObject(schema, minor, true);
}

function typeOf(schema: StructuralSchema, minor: Minor): ApiType {
  const type = plainType(schema, minor);
  // It makes no difference that an object can be null: expressions see it as a map.
  return schema.nullable === true && type.kind !== 'object' ? { ...type, isNullable: true } : type;
}

function plainType(schema: StructuralSchema, minor: Minor): ApiType {
  if (isIntOrString(schema) || schema.format === 'int-or-string') {
    return scalarType('int-or-string');
  }
  switch (schema.type) {
    case 'array':
      return listType(schema, minor);
    case 'object': {
      const values = mapValueSchema(schema);
      if (values !== undefined) {
        const isAtomic = schema['x-kubernetes-map-type'] === 'atomic';
        return { kind: 'map', element: typeOf(values, minor), isAtomic };
      }
      return new CustomObject(schema, minor, isEmbeddedResource(schema));
    }
    case 'string':
      return stringType(schema);
    case 'boolean':
    case 'integer':
    case 'number':
      return scalarType(schema.type);
    default:
      return scalarType('any');
  }
}

function stringType({ format }: StructuralSchema): ApiType {
  switch (format) {
    case 'byte':
      return scalarType('bytes');
    case 'date':
    case 'date-time':
      return scalarType('timestamp');
    case 'duration':
      return scalarType('duration');
    default:
      return scalarType('string');
  }
}

function listType(schema: StructuralSchema, minor: Minor): ApiList {
  const items = itemSchema(schema);
  const merge = schema['x-kubernetes-list-type'];
  return {
    kind: 'list',
    element: items === undefined ? scalarType('any') : typeOf(items, minor),
    merge: merge === 'set' || merge === 'map' ? merge : 'atomic',
    keys: schema['x-kubernetes-list-map-keys'] ?? [],
  };
}

class CustomObject implements ApiObject {
  readonly kind = 'object';
  readonly name = undefined;
  readonly isOpen: boolean;
  readonly isAtomic: boolean;
  readonly #schema: StructuralSchema;
  readonly #minor: Minor;
  readonly #isResource: boolean;
  readonly #known = new Map<string, ApiType | undefined>();

  constructor(schema: StructuralSchema, minor: Minor, isResource: boolean) {
    this.#schema = schema;
    this.#minor = minor;
    this.#isResource = isResource;
    this.isOpen = preservesUnknownFields(schema) || schema.additionalProperties === true;
    this.isAtomic = schema['x-kubernetes-map-type'] === 'atomic';
  }

  get fieldNames(): readonly string[] {
    const declared = Object.keys(this.#schema.properties ?? {});
    return this.#isResource ? [...new Set([...RESOURCE_FIELDS, ...declared])] : declared;
  }

  field(name: string): ApiType | undefined {
    if (!this.#known.has(name)) this.#known.set(name, this.#make(name));
    return this.#known.get(name);
  }

  #make(name: string): ApiType | undefined {
    if (this.#isResource && name === 'metadata') {
      return builtInType('meta.v1.ObjectMeta', this.#minor);
    }
    if (this.#isResource && RESOURCE_FIELDS.includes(name)) return scalarType('string');
    const { properties } = this.#schema;
    if (properties === undefined || !Object.hasOwn(properties, name)) return undefined;
    const schema = propertySchema(this.#schema, name);
    return schema === undefined ? undefined : typeOf(schema, this.#minor);
  }
}

const RESOURCE_FIELDS: readonly string[] = ['apiVersion', 'kind', 'metadata'];
