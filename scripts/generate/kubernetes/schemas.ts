import {
  type FieldType,
  parseFieldType,
  type ScalarType,
} from '../../../src/server/kubernetes/field-type.ts';
import { type FieldFacts, fieldsOf, JSON_SCHEMA, type TypeFacts, type Types } from './facts.ts';
import { definitionsByName, typeNames } from './types.ts';

type Schema = Readonly<Record<string, unknown>>;

/**
 * The definitions of validated kinds as JSON Schema, for schemas that are exported; as text, which is parsed on first
 * use.
 */
export function schemasModule(types: Types, validated: ReadonlySet<string>): string {
  const names = schemaNames(types, validated);
  const schemas = Object.fromEntries(
    definitionsByName(names).map(([name, [first = '']]) => [
      name,
      structSchema(types[first], names),
    ]),
  );
  const text = JSON.stringify(schemas).replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  return `// Made by scripts/generate/kubernetes-modules.ts; do not edit.\nexport const schemaDefinitions = () => JSON.parse('${text}');\n`;
}

/** The names of definitions in schemas. One that is not the same as the first of its name keeps its whole name. */
function schemaNames(types: Types, validated: ReadonlySet<string>): ReadonlyMap<string, string> {
  return new Map(
    definitionsByName(typeNames(validated)).flatMap(([name, definitions]) => {
      const [first = ''] = definitions;
      return definitions.map(
        (definition) => [definition, isSame(definition, first, types) ? name : definition] as const,
      );
    }),
  );
}

/** Reports whether two definitions have the same fields, and so do the definitions that these refer to. */
function isSame(one: string, other: string, types: Types, compared = new Set<string>()): boolean {
  const pair = `${one} ${other}`;
  if (one === other || compared.has(pair)) return true;
  compared.add(pair);
  const [fields, others] = [one, other].map((name) => fieldsOf(types[name] ?? { fields: {} }));
  return (
    fields?.length === others?.length &&
    (fields ?? []).every(([name, { type }], index) => {
      const [otherName, otherFacts] = others?.[index] ?? [];
      const [ownReference, reference] = [type, otherFacts?.type ?? ''].map(referenceIn);
      return (
        name === otherName &&
        type.replace(REFERENCE, '@') === otherFacts?.type.replace(REFERENCE, '@') &&
        isSame(ownReference ?? '', reference ?? '', types, compared)
      );
    })
  );
}

/** The name of the definition in a type; the group is absent where it is that of the struct. */
const REFERENCE = /@[\w.]+/;

function referenceIn(type: string): string {
  return REFERENCE.exec(type)?.[0].slice(1) ?? '';
}

function structSchema(type: TypeFacts | undefined, names: ReadonlyMap<string, string>): Schema {
  if (type === undefined) throw new Error('no type of that name');
  const fields = fieldsOf(type);
  const required = fields.filter(([, facts]) => facts.required).map(([name]) => name);
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    ...(type.map && { 'x-kubernetes-map-type': type.map }),
    properties: Object.fromEntries(
      fields.map(([name, facts]) => [name, fieldSchema(facts, names)]),
    ),
  };
}

function fieldSchema(facts: FieldFacts, names: ReadonlyMap<string, string>): Schema {
  const { type, list, map, since, until, enum: values, default: standard } = facts;
  const schema = typeSchema(parseFieldType(type), names);
  const [listType, keys] = list?.split(':') ?? [];
  return {
    ...schema,
    ...(values &&
      (isSchema(schema.items) ? { items: { ...schema.items, enum: values } } : { enum: values })),
    ...(standard !== undefined && { default: standard }),
    ...(listType && { 'x-kubernetes-list-type': listType }),
    ...(keys && { 'x-kubernetes-list-map-keys': keys.split(',') }),
    ...(map && { 'x-kubernetes-map-type': map }),
    ...(since && { 'x-since': since }),
    ...(until && { 'x-until': until }),
  };
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}

function typeSchema(type: FieldType, names: ReadonlyMap<string, string>): Schema {
  switch (type.shape) {
    case 'any':
      return type.isObject ? { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } : {};
    case 'object':
      return { $ref: `#/$defs/${names.get(type.definition)}` };
    case 'list':
      return { type: 'array', items: typeSchema(type.of, names) };
    case 'map':
      return { type: 'object', additionalProperties: typeSchema(type.of, names) };
    case 'scalar':
      return SCALARS[type.scalar];
  }
}

const SCHEMA = { $ref: `#/$defs/${JSON_SCHEMA.replace(/.*\./, '')}` };

const SCALARS: Readonly<Record<ScalarType, Schema>> = {
  string: { type: 'string' },
  boolean: { type: 'boolean' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  double: { type: 'number', format: 'double' },
  byte: { type: 'string', format: 'byte' },
  'date-time': { type: 'string', format: 'date-time' },
  'micro-time': { type: 'string', format: 'date-time' },
  quantity: { type: ['string', 'number'], format: 'quantity' },
  'int-or-string': {
    type: ['integer', 'string'],
    format: 'int-or-string',
    'x-kubernetes-int-or-string': true,
  },
  'schema-or-bool': { anyOf: [SCHEMA, { type: 'boolean' }] },
  'schema-or-array': { anyOf: [SCHEMA, { type: 'array', items: SCHEMA }] },
  'schema-or-strings': { anyOf: [SCHEMA, { type: 'array', items: { type: 'string' } }] },
};
