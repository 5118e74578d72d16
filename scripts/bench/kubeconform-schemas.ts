import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { definitionNameOf } from '../../src/server/kubernetes/definition-name.ts';
import { type Definition, definitionOf } from '../../src/server/kubernetes/definitions.ts';
import type { FieldType, ScalarType } from '../../src/server/kubernetes/field-type.ts';
import { allKinds, servedVersions } from '../../src/server/kubernetes/kinds.ts';
import { holdsIn, type Minor } from '../../src/server/kubernetes/minors.ts';

type Schema = Readonly<Record<string, unknown>>;

/**
 * Writes a strict JSON Schema for each version of each built-in kind that a minor serves, under the names that
 * kubeconform expects: `deployment-apps-v1-strict.json`. They contain the types and unknown fields of the published
 * schemas, but not the required fields.
 */
export function writeSchemas(folder: string, minor: Minor): void {
  for (const facts of allKinds()) {
    for (const apiVersion of servedVersions(facts, minor)) {
      const suffix = apiVersion.replace(/\..*\//, '/').replace('/', '-');
      const name = `${facts.kind.toLowerCase()}-${suffix}-strict.json`;
      const schema = kindSchema(definitionNameOf(apiVersion, facts.kind), minor);
      writeFileSync(join(folder, name), JSON.stringify(schema));
    }
  }
}

function kindSchema(root: string, minor: Minor): Schema {
  const definitions: Record<string, Schema> = {};
  const left = [root];
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (Object.hasOwn(definitions, name)) continue;
    const definition = definitionOf(name);
    definitions[name] = structSchema(definition, minor);
    for (const { type } of definition.fields.values()) left.push(...structsIn(type));
  }
  return { $schema: 'http://json-schema.org/draft-07/schema#', definitions, ...referenceTo(root) };
}

function structSchema({ fields }: Definition, minor: Minor): Schema {
  const ofMinor = [...fields].filter(
    ([, { minors }]) => minors === undefined || holdsIn(minors, minor),
  );
  const properties = ofMinor.map(([name, { type }]) => [name, typeSchema(type)]);
  return {
    type: ['object', 'null'],
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  };
}

function typeSchema(type: FieldType): Schema {
  switch (type.shape) {
    case 'any':
      return {};
    case 'object':
      return referenceTo(type.definition);
    case 'list':
      return { type: ['array', 'null'], items: typeSchema(type.of) };
    case 'map':
      return { type: ['object', 'null'], additionalProperties: typeSchema(type.of) };
    case 'scalar':
      return SCALARS[type.scalar];
  }
}

function structsIn(type: FieldType): readonly string[] {
  if (type.shape === 'object') return [type.definition];
  return type.shape === 'list' || type.shape === 'map' ? structsIn(type.of) : [];
}

function referenceTo(definition: string): Schema {
  return { $ref: `#/definitions/${definition}` };
}

const STRING: Schema = { type: ['string', 'null'] };
const TIME: Schema = { ...STRING, format: 'date-time' };
const INTEGER: Schema = { type: ['integer', 'null'] };

const SCALARS: Readonly<Record<ScalarType, Schema>> = {
  string: STRING,
  boolean: { type: ['boolean', 'null'] },
  int32: INTEGER,
  int64: INTEGER,
  double: { type: ['number', 'null'] },
  byte: STRING,
  'date-time': TIME,
  'micro-time': TIME,
  quantity: { type: ['string', 'number', 'null'] },
  'int-or-string': { type: ['string', 'integer', 'null'] },
  'schema-or-bool': {},
  'schema-or-array': {},
  'schema-or-strings': {},
};
