import { getOrCompute } from '../../base/get-or-compute.ts';
import { jsonOf } from '../../base/json.ts';
import { onceForEach } from '../../base/once-for-each.ts';
import { itemSchema, mapValueSchema, type StructuralSchema } from '../../server/crd/structural.ts';
import type { CustomDefinition } from '../../server/custom-resources/definition.ts';
import { groupAndVersion } from '../../server/kubernetes/api-version.ts';
import { definitionNameOf } from '../../server/kubernetes/definition-name.ts';
import { findDefinition } from '../../server/kubernetes/definitions.ts';
import type { FieldType } from '../../server/kubernetes/field-type.ts';
import { findKind, type KindFacts, resolveKind } from '../../server/kubernetes/kinds.ts';
import { holdsIn, type Minor, type MinorRange } from '../../server/kubernetes/minors.ts';
import { isObject, type JsonSchema, schemaOf, strings } from '../../server/kubernetes/schema.ts';
import type { Path } from '../../yaml/index.ts';
import { allowedValues, isRarelyWritten, usualKeys } from './known-values.ts';

/** The facts about a field, for people. */
export interface FieldDescription {
  /** The type, such as `string` or `list of PolicyRule`. */
  readonly type: string;
  readonly text: string | undefined;
  readonly isRequired: boolean;
  /** The value that the server sets if the field is absent, as JSON. */
  readonly default: string | undefined;
  /** The allowed values; empty if they are not listed. */
  readonly allowed: readonly string[];
  readonly minors: MinorRange | undefined;
  /** Further facts, such as bounds. */
  readonly notes: readonly string[];
}

/** The values that a place of an object can have. */
export interface Shape extends FieldDescription {
  /** The form of the values in YAML. */
  readonly form: 'mapping' | 'list' | 'scalar';
  /** The names of the declared fields, the required ones first, or the usual keys of a map. */
  fields(): readonly string[];
  /**
   * The shape of a field, of a value of a map (any key) or of an item (any number). Undefined if it is not declared.
   */
  below(step: string | number): Shape | undefined;
}

/** The shape of the objects of a kind in a minor. Undefined if nothing is known about it. */
export function shapeOfKind(
  apiVersion: string,
  kind: string,
  minor: Minor,
  customKinds: readonly CustomDefinition[],
): Shape | undefined {
  const resolution = resolveKind(apiVersion, kind, minor);
  if (resolution.outcome === 'served' || resolution.outcome === 'unserved') {
    const facts = findKind(kind);
    const definition = definitionNameOf(resolution.apiVersion, kind);
    if (findDefinition(definition) === undefined) return undefined;
    const schema = facts?.validated ? keptSchema(facts, resolution.apiVersion, minor) : undefined;
    return builtInObject(definition, minor, schema);
  }
  const { group, version } = groupAndVersion(apiVersion);
  const schema = customKinds
    .filter((one) => one.group === group && one.kind === kind)
    .flatMap(({ versions }) => versions.filter(({ name }) => name === version))
    .map((one) => one.schema)[0];
  return schema === undefined ? undefined : customObject(schema, kind, minor);
}

const schemasOf = onceForEach((_: KindFacts) => new Map<string, JsonSchema>());

/** The schema of a kind. It is kept, because an editor asks for the same kinds all the time. */
function keptSchema(facts: KindFacts, apiVersion: string, minor: Minor): JsonSchema {
  return getOrCompute(schemasOf(facts), `${apiVersion} ${minor}`, () =>
    schemaOf(facts, apiVersion, minor),
  );
}

/** The shape of an object of a kind that is not known: the fields that all objects have. */
export function shapeOfAnyObject(minor: Minor): Shape {
  const string = { type: 'string' };
  const schema = { type: 'object', properties: { apiVersion: string, kind: string } };
  return customObject(schema, 'object', minor);
}

/** The shape at a path of an object; undefined if it is not declared. */
export function shapeAt(root: Shape | undefined, path: Path): Shape | undefined {
  let shape = root;
  for (const step of path) shape = shape?.below(step);
  return shape;
}

interface BuiltInPlace {
  /** The part of the JSON Schema of the kind for the place. */
  readonly schema: JsonSchema | undefined;
  readonly root: JsonSchema | undefined;
  readonly minor: Minor;
  readonly isRequired: boolean;
  readonly facts:
    | { readonly default: unknown; readonly minors: MinorRange | undefined }
    | undefined;
  /** The struct and the field that declare the place; undefined for an object. */
  readonly declared: { readonly definition: string; readonly field: string } | undefined;
}

/** The scalars that are written as a schema, with their types in words. */
const SCHEMA_SCALARS: ReadonlyMap<string, string> = new Map([
  ['schema-or-bool', 'JSONSchemaProps or boolean'],
  ['schema-or-array', 'JSONSchemaProps or list of JSONSchemaProps'],
  ['schema-or-strings', 'JSONSchemaProps or list of string'],
]);
const SCHEMA_DEFINITION = 'apiextensions.v1.JSONSchemaProps';

function builtInObject(definition: string, minor: Minor, schema?: JsonSchema): Shape {
  const place = { schema, root: schema, minor, facts: undefined, declared: undefined };
  return builtIn({ shape: 'object', definition }, { ...place, isRequired: true });
}

function builtIn(type: FieldType, place: BuiltInPlace): Shape {
  const { facts, declared, isRequired } = place;
  const schema = resolved(place.schema, place.root);
  const isSchema = type.shape === 'scalar' && SCHEMA_SCALARS.has(type.scalar);
  const struct: FieldType = isSchema ? { shape: 'object', definition: SCHEMA_DEFINITION } : type;
  return {
    type: typeText(type),
    text: text(place.schema?.description) ?? text(schema?.description),
    isRequired,
    default: facts?.default === undefined ? undefined : JSON.stringify(facts.default),
    allowed: allowedIn(type, schema, declared),
    minors: facts?.minors,
    notes: [],
    form: FORMS[struct.shape],
    fields: () => {
      if (struct.shape === 'object') return fieldsOfStruct(struct.definition, schema, place.minor);
      if (struct.shape !== 'map' || declared === undefined) return [];
      return usualKeys(declared.definition, declared.field);
    },
    below: (step) => {
      const inner = (of: FieldType, at: unknown) =>
        builtIn(of, { ...place, schema: object(at), isRequired: false, facts: undefined });
      switch (struct.shape) {
        case 'object':
          return fieldOfStruct(struct.definition, String(step), schema, place);
        case 'map':
          return inner(struct.of, schema?.additionalProperties);
        case 'list':
          return typeof step === 'number' ? inner(struct.of, schema?.items) : undefined;
        default:
          return undefined;
      }
    },
  };
}

const FORMS: Readonly<Record<FieldType['shape'], Shape['form']>> = {
  any: 'scalar',
  list: 'list',
  map: 'mapping',
  object: 'mapping',
  scalar: 'scalar',
};

/** The fields of a struct that a minor has: required ones first, and those that are rarely written last. */
function fieldsOfStruct(
  definition: string,
  schema: JsonSchema | undefined,
  minor: Minor,
): readonly string[] {
  const known = [...(findDefinition(definition)?.fields ?? [])]
    .filter(([, { minors }]) => minors === undefined || holdsIn(minors, minor))
    .map(([name]) => name);
  const isRare = (name: string) => isRarelyWritten(definition, name);
  const names = requiredFirst(known, strings(schema?.required));
  return [...names.filter((name) => !isRare(name)), ...names.filter(isRare)];
}

function fieldOfStruct(
  definition: string,
  field: string,
  schema: JsonSchema | undefined,
  { root, minor }: BuiltInPlace,
): Shape | undefined {
  const facts = findDefinition(definition)?.fields.get(field);
  if (facts === undefined) return undefined;
  return builtIn(facts.type, {
    schema: object(object(schema?.properties)?.[field]),
    root,
    minor,
    isRequired: strings(schema?.required).includes(field),
    facts,
    declared: { definition, field },
  });
}

/** The allowed values of a scalar; empty if they are not listed. */
function allowedIn(
  type: FieldType,
  schema: JsonSchema | undefined,
  declared: BuiltInPlace['declared'],
): readonly string[] {
  if (type.shape !== 'scalar') return [];
  if (type.scalar === 'boolean') return ['true', 'false'];
  const known = declared === undefined ? [] : allowedValues(declared.definition, declared.field);
  return known.length > 0 ? known : strings(schema?.enum);
}

function typeText(type: FieldType): string {
  switch (type.shape) {
    case 'scalar':
      return SCHEMA_SCALARS.get(type.scalar) ?? type.scalar;
    case 'any':
      return type.isObject ? 'object' : 'any value';
    case 'object':
      return type.definition.slice(type.definition.lastIndexOf('.') + 1);
    case 'list':
      return `list of ${typeText(type.of)}`;
    case 'map':
      return `map of ${typeText(type.of)}`;
  }
}

/** The shape of the values with a schema. */
export function shapeOfSchema(schema: StructuralSchema): Shape {
  return custom(schema, false);
}

/** The fields that all objects have. */
const HEAD = ['apiVersion', 'kind', 'metadata'];

/** The shape of a custom resource: the schema of its CRD, and the fields that all objects have. */
function customObject(schema: StructuralSchema, kind: string, minor: Minor): Shape {
  const shape = custom(schema, true, kind);
  const builtIn = shapeOfKind('v1', 'ConfigMap', minor, []);
  return {
    ...shape,
    fields: () => [...new Set([...HEAD, ...shape.fields()])],
    below: (step) => (HEAD.includes(String(step)) ? builtIn : shape)?.below(step),
  };
}

/** The keywords of a schema that bound a value, with the words for them. */
const BOUNDS = [
  ['minimum', 'at least'],
  ['maximum', 'at most'],
  ['minLength', 'shortest length:'],
  ['maxLength', 'longest length:'],
  ['minItems', 'least items:'],
  ['maxItems', 'most items:'],
  ['minProperties', 'least entries:'],
  ['maxProperties', 'most entries:'],
  ['pattern', 'pattern:'],
  ['format', 'format:'],
] as const;

/** The fact about a field whose changes the server refuses. */
export const CANNOT_CHANGE = 'cannot be changed after it is set';

const IMMUTABLE = /^\s*self\s*==\s*oldSelf\s*$/;

function custom(schema: StructuralSchema, isRequired: boolean, name?: string): Shape {
  const properties = new Map(Object.entries(schema.properties ?? {}));
  const items = itemSchema(schema);
  const values = mapValueSchema(schema);
  const { type = '', required = [] } = schema;
  const isImmutable = schema['x-kubernetes-validations']?.some(({ rule = '' }) =>
    IMMUTABLE.test(rule),
  );
  return {
    type: name ?? customTypeText(schema),
    text: schema.description,
    isRequired,
    default: schema.default === undefined ? undefined : jsonOf(schema.default),
    allowed: type === 'boolean' ? ['true', 'false'] : (schema.enum ?? []).map(plainText),
    minors: undefined,
    notes: [
      ...BOUNDS.flatMap(([keyword, words]) =>
        schema[keyword] === undefined ? [] : [`${words} ${String(schema[keyword])}`],
      ),
      ...(schema.nullable === true ? ['may be null'] : []),
      ...(isImmutable === true ? [CANNOT_CHANGE] : []),
    ],
    form: type === 'object' ? 'mapping' : type === 'array' ? 'list' : 'scalar',
    fields: () => requiredFirst([...properties.keys()], required),
    below: (step) => {
      if (typeof step === 'number') return items && custom(items, false);
      const property = properties.get(step);
      if (property !== undefined) return custom(property, required.includes(step));
      return values && custom(values, false);
    },
  };
}

function customTypeText(schema: StructuralSchema): string {
  const items = itemSchema(schema);
  const values = mapValueSchema(schema);
  if (schema['x-kubernetes-int-or-string'] === true) return 'integer or string';
  if (items !== undefined) return `list of ${customTypeText(items)}`;
  if (values !== undefined) return `map of ${customTypeText(values)}`;
  return schema.type ?? 'any value';
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : jsonOf(value);
}

function requiredFirst(names: readonly string[], required: readonly string[]): readonly string[] {
  const isFirst = (name: string) => required.includes(name);
  return [...names.filter(isFirst), ...names.filter((name) => !isFirst(name))];
}

/** The definition that a schema, or the first of its choices, refers to, or the schema itself. */
function resolved(
  schema: JsonSchema | undefined,
  root: JsonSchema | undefined,
): JsonSchema | undefined {
  const { anyOf } = schema ?? {};
  const { $ref } = object(Array.isArray(anyOf) ? anyOf[0] : schema) ?? {};
  if (typeof $ref !== 'string') return schema;
  const definitions = object(root?.$defs);
  return object(definitions?.[$ref.replace('#/$defs/', '')]);
}

function object(value: unknown): JsonSchema | undefined {
  return isObject(value) ? value : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
