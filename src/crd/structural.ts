import { definitionOf } from '../kubernetes/definitions.ts';
import { holdsIn, type Minor } from '../kubernetes/minors.ts';
import type { JSONSchemaProps } from '../kubernetes/types.generated.ts';
import { isSchemaList, type Keyword } from './schema-node.ts';

/**
 * What a value of a custom resource is, at one place: the schema that the CRD has there.
 *
 * The server makes a second tree of each schema, with what says what values are (types, properties,
 * items) apart from what narrows them down (bounds, patterns, junctors). In a schema that the server
 * takes both lie apart already: the first is all that is reached through `properties`, `items`
 * and `additionalProperties`, the second all other keywords. So the schema itself, as decoded, is the
 * model of whoever reads it: defaulting and pruning (`pruning.ts`), validation (`validate.ts`), the
 * types of CEL and their costs. Nothing is copied, and all that they share are these few functions.
 *
 * Whether a schema is structural is told by `structural-form.ts`; what follows holds of those only.
 */
export type StructuralSchema = JSONSchemaProps;

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

/** The schema of the values of a map; undefined also where any are allowed. */
export function mapValueSchema(schema: StructuralSchema): StructuralSchema | undefined {
  const { additionalProperties } = schema;
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

/** Whether a schema is of a map: `additionalProperties` says something, be it true or false. */
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

/** Keywords that are as good as absent where they are empty or false. */
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

/** Whether the server can tell a keyword with this value from an absent one; what is no keyword it drops. */
export function isGiven(keyword: string, value: unknown): boolean {
  if (value === undefined || !isKeyword(keyword)) return false;
  return !ZEROABLE.has(keyword) || (value !== '' && value !== false);
}

/** Keywords that have no place in the structural form. */
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
 * The first keyword of a schema that means something in its structural form, besides those named.
 *
 * @param nested whether it only narrows values down (below a junctor)
 */
export function firstKeywordBesides(
  schema: StructuralSchema,
  besides: ReadonlySet<string>,
  { nested, minor }: { readonly nested: boolean; readonly minor: Minor },
): string | undefined {
  for (const keyword in schema) {
    if (besides.has(keyword) || FOREIGN_KEYWORDS.has(keyword)) continue;
    if (means(schema, keyword, nested, minor)) return keyword;
  }
  return undefined;
}

function means(schema: StructuralSchema, keyword: string, nested: boolean, minor: Minor): boolean {
  switch (keyword) {
    case 'externalDocs':
    case 'example':
      return holdsIn({ since: '1.36' }, minor);
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
      return !nested || schema.additionalProperties !== false || holdsIn({ until: '1.30' }, minor);
    default: {
      // What is left is compared by its value alone; the keys of a schema are those of its type.
      const value = (schema as Readonly<Record<string, unknown>>)[keyword];
      return isGiven(keyword, value);
    }
  }
}

const TYPE_ONLY: ReadonlySet<string> = new Set(['type']);

/** Whether a list of schemas is exactly `[{type: integer}, {type: string}]`, in this order. */
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
      (schema) => firstKeywordBesides(schema, TYPE_ONLY, { nested: true, minor }) === undefined,
    )
  );
}
