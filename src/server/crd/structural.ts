import { definitionOf } from '../kubernetes/definitions.ts';
import type { Minor } from '../kubernetes/minors.ts';
import { serverHas } from '../kubernetes/server-changes.ts';
import type { JSONSchemaProps } from '../kubernetes/types.generated.ts';
import { isSchemaList, type Keyword } from './schema-node.ts';

/**
 * The schema of a value of a custom resource at one place.
 *
 * The server converts each schema to a second tree, in which the keywords that declare values (types, properties,
 * items) are separate from the keywords that constrain them (bounds, patterns, junctors). In a valid schema both are
 * already separate: the first are reached through `properties`, `items` and `additionalProperties`, and the second are
 * all other keywords. So the decoded schema itself is used for defaulting and pruning (`pruning.ts`), validation
 * (`validate.ts`), the types of CEL and their costs. Nothing is copied, and they share only the functions of this file.
 *
 * `structural-form.ts` checks whether a schema is structural. The functions below are for structural schemas.
 */
export type StructuralSchema = JSONSchemaProps;

/** A schema that declares no fields, and keeps all of them. */
export const ANYTHING: StructuralSchema = { 'x-kubernetes-preserve-unknown-fields': true };

/** The schema of a declared property. */
export function propertySchema(
  schema: StructuralSchema,
  name: string,
): StructuralSchema | undefined {
  return schema.properties?.[name];
}

/** The schema of the items of a list. */
export function itemSchema(schema: StructuralSchema): StructuralSchema | undefined {
  return isSchemaList(schema.items) ? undefined : schema.items;
}

/** The schema of the values of a map; undefined also if any values are allowed. */
export function mapValueSchema(schema: StructuralSchema): StructuralSchema | undefined {
  const { additionalProperties } = schema;
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

/** Reports whether a schema is the schema of a map: `additionalProperties` is specified, as true, false or a schema. */
export function isMap(schema: StructuralSchema): boolean {
  return schema.additionalProperties !== undefined;
}

export function preservesUnknownFields(schema: StructuralSchema): boolean {
  return schema['x-kubernetes-preserve-unknown-fields'] === true;
}

export function isEmbeddedResource(schema: StructuralSchema): boolean {
  return schema['x-kubernetes-embedded-resource'] === true;
}

export function isIntOrString(schema: StructuralSchema): boolean {
  return schema['x-kubernetes-int-or-string'] === true;
}

/** Keywords that are equal to absent ones if they are empty or false. */
const ZEROABLE: ReadonlySet<string> = new Set<Keyword>([
  'id',
  '$schema',
  'description',
  'type',
  'nullable',
  'format',
  'title',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'pattern',
  'uniqueItems',
  'x-kubernetes-embedded-resource',
  'x-kubernetes-int-or-string',
]);

function isKeyword(name: string): boolean {
  return definitionOf('apiextensions.v1.JSONSchemaProps').fields.has(name);
}

/**
 * Reports whether the server can distinguish a keyword with this value from an absent one. It drops unknown keywords.
 */
export function isGiven(keyword: string, value: unknown): boolean {
  if (value === undefined || !isKeyword(keyword)) return false;
  return !ZEROABLE.has(keyword) || (value !== '' && value !== false);
}

/** Keywords that structural schemas do not support. */
const FOREIGN_KEYWORDS: ReadonlySet<string> = new Set<Keyword>([
  'id',
  '$schema',
  '$ref',
  'definitions',
  'patternProperties',
  'dependencies',
  'additionalItems',
]);

/**
 * The first keyword of a schema that is part of its structural form, apart from some.
 *
 * @param ignored the keywords that are skipped
 * @param nested true if the schema is at or below a logical junctor
 */
export function firstKeywordExcept(
  schema: StructuralSchema,
  ignored: ReadonlySet<string>,
  { nested, minor }: { readonly nested: boolean; readonly minor: Minor },
): string | undefined {
  for (const keyword in schema) {
    if (ignored.has(keyword) || FOREIGN_KEYWORDS.has(keyword)) continue;
    if (means(schema, keyword, nested, minor)) return keyword;
  }
  return undefined;
}

function means(schema: StructuralSchema, keyword: string, nested: boolean, minor: Minor): boolean {
  switch (keyword) {
    case 'externalDocs':
    case 'example':
      return serverHas('structural-external-docs-and-example', minor);
    case 'enum':
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
      return (schema[keyword] ?? []).length > 0;
    case 'properties':
      return nested || Object.keys(schema.properties ?? {}).length > 0;
    case 'items':
      return itemSchema(schema) !== undefined;
    case 'additionalProperties':
      return (
        !nested ||
        schema.additionalProperties !== false ||
        !serverHas('nested-additional-properties-false', minor)
      );
    default: {
      // The other keywords depend on their value only. The keys of a schema are keys of its type.
      const value = (schema as Readonly<Record<string, unknown>>)[keyword];
      return isGiven(keyword, value);
    }
  }
}

const TYPE_ONLY: ReadonlySet<string> = new Set(['type']);

/** Reports whether a list of schemas is exactly `[{type: integer}, {type: string}]`, in this order. */
export function isIntOrStringPattern(
  anyOf: readonly StructuralSchema[] | undefined,
  minor: Minor,
): boolean {
  const [first, second, ...more] = anyOf ?? [];
  return (
    more.length === 0 &&
    first?.type === 'integer' &&
    second?.type === 'string' &&
    [first, second].every(
      (schema) => firstKeywordExcept(schema, TYPE_ONLY, { nested: true, minor }) === undefined,
    )
  );
}
