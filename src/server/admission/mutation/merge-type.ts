import {
  isEmbeddedResource,
  isIntOrString,
  itemSchema,
  mapValueSchema,
  preservesUnknownFields,
  type StructuralSchema,
} from '../../crd/structural.ts';
import { definitionOf, type FieldFacts } from '../../kubernetes/definitions.ts';
import type { FieldType, ScalarType } from '../../kubernetes/field-type.ts';
import { holdsIn, type Minor } from '../../kubernetes/minors.ts';
import type { Value } from '../../kubernetes/value.ts';

/** The way in which server-side apply merges the values of a type. */
export type MergeType =
  | { readonly is: 'scalar'; readonly scalar: 'string' | 'number' | 'boolean' | 'any' }
  /** A value without a schema: objects are merged, and lists are replaced. */
  | { readonly is: 'untyped' }
  | {
      readonly is: 'map';
      readonly isAtomic: boolean;
      /** The type of a field; undefined if it is not declared. */
      field(name: string): MergeType | undefined;
    }
  | {
      readonly is: 'list';
      readonly relation: 'atomic' | 'set' | 'map';
      /** The fields that identify an item, with their defaults, of a list of the relation `map`. */
      readonly keys: ReadonlyMap<string, Value | undefined>;
      readonly item: MergeType;
    };

/** The way in which server-side apply merges the objects of a kind. */
export interface ObjectMergeType {
  readonly root: MergeType;
  /** True if the server reads objects of the kind into types of its own, so that their values have the right types. */
  readonly isTyped: boolean;
}

const UNTYPED: MergeType = { is: 'untyped' };

/** The type of the objects of a built-in kind, by its definition. */
export function builtInObjectType(definition: string, minor: Minor): ObjectMergeType {
  return { root: builtInMergeType(definition, minor), isTyped: true };
}

function builtInMergeType(definition: string, minor: Minor): MergeType {
  const { fields, atomic } = definitionOf(definition);
  return {
    is: 'map',
    isAtomic: atomic !== undefined && holdsIn(atomic, minor),
    field: (name) => {
      const facts = fields.get(name);
      if (facts === undefined || !holdsIn(facts.minors ?? {}, minor)) return undefined;
      return fieldType(facts, facts.type, minor);
    },
  };
}

function fieldType(facts: FieldFacts, type: FieldType, minor: Minor): MergeType {
  const merging = facts.merging.find(({ minors }) => holdsIn(minors, minor));
  switch (type.shape) {
    case 'scalar':
      return { is: 'scalar', scalar: scalarOf(type.scalar) };
    case 'any':
      return UNTYPED;
    case 'object': {
      const own = builtInMergeType(type.definition, minor);
      return own.is === 'map' && merging?.isAtomic === true ? { ...own, isAtomic: true } : own;
    }
    case 'map': {
      const element = plainType(type.of, minor);
      return { is: 'map', isAtomic: merging?.isAtomic === true, field: () => element };
    }
    case 'list': {
      const keys = (merging?.keys ?? []).map((key) => [key, keyDefault(type.of, key)] as const);
      return {
        is: 'list',
        relation: merging?.list ?? 'atomic',
        keys: new Map(keys),
        item: plainType(type.of, minor),
      };
    }
  }
}

/** The type of an item of a list, or of the values of a map. */
function plainType(type: FieldType, minor: Minor): MergeType {
  switch (type.shape) {
    case 'object':
      return builtInMergeType(type.definition, minor);
    case 'scalar':
      return { is: 'scalar', scalar: scalarOf(type.scalar) };
    case 'any':
      return UNTYPED;
    case 'map': {
      const element = plainType(type.of, minor);
      return { is: 'map', isAtomic: false, field: () => element };
    }
    case 'list':
      return { is: 'list', relation: 'atomic', keys: new Map(), item: plainType(type.of, minor) };
  }
}

/**
 * The default of a key of a list: keys that are always there have the zero value of their type, as the published
 * schemas have it.
 */
function keyDefault(item: FieldType, key: string): Value | undefined {
  if (item.shape !== 'object') return undefined;
  const { definition } = item;
  if (key === 'protocol' && /[.](?:ContainerPort|ServicePort)$/.test(definition)) return 'TCP';
  if (KEYS_WITHOUT_DEFAULT.has(`${definition.slice(definition.lastIndexOf('.') + 1)}.${key}`)) {
    return undefined;
  }
  const type = definitionOf(definition).fields.get(key)?.type;
  if (type?.shape !== 'scalar') return undefined;
  const scalar = scalarOf(type.scalar);
  return scalar === 'string' ? '' : scalar === 'number' ? 0 : undefined;
}

/** Source: `applyconfigurations/internal/internal.go` of client-go. */
const KEYS_WITHOUT_DEFAULT: ReadonlySet<string> = new Set([
  'ObjectReference.name',
  'FlowSchemaCondition.type',
  'PriorityLevelConfigurationCondition.type',
  'AllocatedDeviceStatus.shareID',
  'ServerStorageVersion.apiServerID',
]);

function scalarOf(scalar: ScalarType): 'string' | 'number' | 'boolean' | 'any' {
  switch (scalar) {
    case 'string':
    case 'byte':
    case 'date-time':
    case 'micro-time':
      return 'string';
    case 'boolean':
      return 'boolean';
    case 'int32':
    case 'int64':
    case 'double':
      return 'number';
    default:
      return 'any';
  }
}

/** The type of custom resources of a version of a CRD. */
export function customObjectType(schema: StructuralSchema, minor: Minor): ObjectMergeType {
  return { root: customMergeType(schema, minor), isTyped: false };
}

function customMergeType(schema: StructuralSchema, minor: Minor): MergeType {
  const metadata = builtInMergeType('meta.v1.ObjectMeta', minor);
  const root = schemaType(schema);
  if (root.is !== 'map') return root;
  return {
    ...root,
    field: (name) => {
      if (name === 'metadata') return metadata;
      if (name === 'apiVersion' || name === 'kind') return { is: 'scalar', scalar: 'string' };
      return root.field(name);
    },
  };
}

function schemaType(schema: StructuralSchema): MergeType {
  if (isIntOrString(schema)) return UNTYPED;
  switch (schema.type) {
    case 'string':
    case 'boolean':
      return { is: 'scalar', scalar: schema.type };
    case 'integer':
    case 'number':
      return { is: 'scalar', scalar: 'number' };
    case 'array':
      return listType(schema);
    case 'object':
      return mapType(schema);
    default:
      return UNTYPED;
  }
}

function mapType(schema: StructuralSchema): MergeType {
  const values = mapValueSchema(schema);
  const properties = new Map(Object.entries(schema.properties ?? {}));
  const isOpen = preservesUnknownFields(schema) || isEmbeddedResource(schema);
  if (properties.size === 0 && values === undefined && isOpen) return UNTYPED;
  const isAtomic = schema['x-kubernetes-map-type'] === 'atomic';
  const element =
    values === undefined
      ? isOpen || schema.additionalProperties === true || properties.size === 0
        ? UNTYPED
        : undefined
      : schemaType(values);
  return {
    is: 'map',
    isAtomic,
    field: (name) => {
      const property = properties.get(name);
      return property === undefined ? element : schemaType(property);
    },
  };
}

function listType(schema: StructuralSchema): MergeType {
  const items = itemSchema(schema);
  const relation = schema['x-kubernetes-list-type'];
  const keys = (schema['x-kubernetes-list-map-keys'] ?? []).map(
    (key) => [key, items?.properties?.[key]?.default as Value | undefined] as const,
  );
  return {
    is: 'list',
    relation: relation === 'set' || relation === 'map' ? relation : 'atomic',
    keys: new Map(keys),
    item: items === undefined ? UNTYPED : schemaType(items),
  };
}
