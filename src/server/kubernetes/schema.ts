import { lazy } from '../../base/lazy.ts';
import { definitionNameOf } from './definition-name.ts';
import { fieldDescriptions } from './field-descriptions.ts';
import { type SchemaDefinition, schemaDefinitions } from './generated/schemas.mjs';
import { allKinds, type KindFacts, servedVersions } from './kinds.ts';
import { holdsIn, MINORS, type Minor, type MinorRange } from './minors.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';

const allDefinitions = lazy(schemaDefinitions);

const REFERENCE = '#/$defs/';

/** The purpose of the fields of every object. */
const HEAD = {
  apiVersion: 'The group and the version of the kind.',
  kind: 'The kind of the object.',
  metadata: 'The name, the namespace, labels and annotations of the object.',
};

/**
 * The JSON Schema (draft 2020-12, self-contained) of a kind in a minor, for editors, with descriptions. It contains
 * more than the decoder checks (`required`, `enum`) and less than the server validates.
 *
 * @param apiVersion an apiVersion of the kind that the minor serves
 */
export function schemaOf(facts: KindFacts, apiVersion: string, minor: Minor): JsonSchema {
  const all = allDefinitions();
  const used = new Map<string, JsonSchema>();
  const fullName = definitionNameOf(apiVersion, facts.kind);
  const rootName = all[fullName] === undefined ? facts.kind : fullName;
  const left: string[] = [rootName];
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    const definition = all[name];
    if (definition === undefined || used.has(name)) continue;
    used.set(name, described(name === rootName ? facts.kind : name, inMinor(definition, minor)));
    left.push(...references(definition));
  }
  const { [rootName]: root = {}, ...rest } = Object.fromEntries(used);
  const { properties } = root;
  return {
    $schema: DRAFT,
    title: `${facts.kind} (${apiVersion})`,
    ...root,
    properties: {
      ...(isObject(properties) ? properties : {}),
      apiVersion: { description: HEAD.apiVersion, const: apiVersion },
      kind: { description: HEAD.kind, const: facts.kind },
      ...(isObject(properties) && isObject(properties.metadata)
        ? { metadata: { description: HEAD.metadata, ...properties.metadata } }
        : {}),
    },
    required: [...new Set(['apiVersion', 'kind', ...strings(root.required)])],
    $defs: rest,
  };
}

/**
 * The JSON Schema of all kinds that kubeadmit validates, for editors: an object is held to the schema of its apiVersion
 * and kind, and any other is valid.
 */
export function schemaOfAll(minor: Minor): JsonSchema {
  const definitions = new Map<string, unknown>();
  const choices: JsonSchema[] = [];
  for (const facts of allKinds()) {
    if (!facts.validated) continue;
    for (const apiVersion of servedVersions(facts, minor)) {
      const { $schema: _, $defs, ...root } = schemaOf(facts, apiVersion, minor);
      const name = `${apiVersion.replace('/', '.')}.${facts.kind}`;
      definitions.set(name, root);
      for (const [key, definition] of Object.entries(isObject($defs) ? $defs : {})) {
        definitions.set(key, definition);
      }
      choices.push({
        if: {
          required: ['apiVersion', 'kind'],
          properties: { apiVersion: { const: apiVersion }, kind: { const: facts.kind } },
        },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { $ref: `${REFERENCE}${name}` },
      });
    }
  }
  return {
    $schema: DRAFT,
    title: `The kinds that kubeadmit validates, in Kubernetes ${minor}`,
    allOf: choices,
    $defs: Object.fromEntries(definitions),
  };
}

/** Adds the descriptions of a definition and its fields. */
function described(name: string, definition: JsonSchema): JsonSchema {
  const descriptions = fieldDescriptions().get(name);
  const frequent = fieldDescriptions().get('*');
  const { properties } = definition;
  const withText = (text: string | undefined, schema: JsonSchema): JsonSchema =>
    text === undefined ? schema : { description: text, ...schema };
  const fields = Object.entries(isObject(properties) ? properties : {}).map(([field, schema]) => [
    field,
    isObject(schema) ? withText(descriptions?.get(field) ?? frequent?.get(field), schema) : schema,
  ]);
  return withText(descriptions?.get(''), {
    ...definition,
    ...(fields.length === 0 ? {} : { properties: Object.fromEntries(fields) }),
  });
}

/** Removes the fields that the minor does not have, and allows no others. */
function inMinor(definition: SchemaDefinition, minor: Minor): JsonSchema {
  const { properties } = definition;
  if (!isObject(properties)) return definition;
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    if (!isObject(field)) return [];
    const { 'x-since': since, 'x-until': until, ...schema } = field;
    return holdsIn(rangeOf(since, until), minor) ? [[name, schema]] : [];
  });
  return { ...definition, properties: Object.fromEntries(fields), additionalProperties: false };
}

function rangeOf(since: unknown, until: unknown): MinorRange {
  const first = MINORS.find((minor) => minor === since);
  const last = MINORS.find((minor) => minor === until);
  return { ...(first && { since: first }), ...(last && { until: last }) };
}

/** The names of the definitions that a schema refers to. */
function references(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(references);
  if (!isObject(schema)) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string'
      ? [value.replace(REFERENCE, '')]
      : references(value),
  );
}

/** The strings of a list in a schema. */
export function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Reports whether a value in a schema is a schema, or a map of schemas. */
export function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
