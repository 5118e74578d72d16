import { type SchemaDefinition, schemaDefinitions } from './generated/schemas.mjs';
import { type KindFacts, servedVersions } from './kinds.ts';
import { holdsIn, MINORS, type Minor, type MinorRange } from './minors.ts';

/** A JSON Schema document. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const REFERENCE = '#/$defs/';

/**
 * The JSON Schema (draft 2020-12, self-contained) of a kind in a minor, for editors. It contains
 * more than the decoder checks (`required`, `enum`) and less than the server validates.
 *
 * So far only tests read it: it is the base of the command `kubeadmit schema`.
 *
 * @param apiVersion the apiVersion of the kind
 * @returns undefined if the minor does not serve that apiVersion
 */
export function schemaOf(
  facts: KindFacts,
  apiVersion: string,
  minor: Minor,
): JsonSchema | undefined {
  if (!servedVersions(facts, minor).includes(apiVersion)) return undefined;
  const all = schemaDefinitions();
  const used = new Map<string, JsonSchema>();
  const left: string[] = [facts.kind];
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    const definition = all[name];
    if (definition === undefined || used.has(name)) continue;
    used.set(name, inMinor(definition, minor));
    left.push(...references(definition));
  }
  const { [facts.kind]: root = {}, ...rest } = Object.fromEntries(used);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...root,
    properties: {
      ...(isObject(root.properties) ? root.properties : {}),
      apiVersion: { const: apiVersion },
      kind: { const: facts.kind },
    },
    required: [...new Set(['apiVersion', 'kind', ...strings(root.required)])],
    $defs: rest,
  };
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

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
