import {
  type FieldType,
  parseFieldType,
  type ScalarType,
} from '../../../src/server/kubernetes/field-type.ts';
import { fieldsOf, type Types } from './facts.ts';
import { VALIDATED_KINDS } from './tables.ts';

const SCALARS: Readonly<Record<ScalarType, string>> = {
  string: 'string',
  boolean: 'boolean',
  int32: 'number',
  int64: 'Int64',
  double: 'Double',
  byte: 'string',
  'date-time': 'string',
  'micro-time': 'string',
  quantity: 'Quantity',
  'int-or-string': 'IntOrString',
  'schema-or-bool': 'JSONSchemaPropsOrBool',
  'schema-or-array': 'JSONSchemaPropsOrArray',
  'schema-or-strings': 'JSONSchemaPropsOrStringArray',
};

/** A definition that shares the last part of its name with another one that has other fields. */
const RENAMED: Readonly<Record<string, string>> = {
  'apiregistration.v1.ServiceReference': 'APIServiceReference',
};

/**
 * The names of definitions in TypeScript and in schemas, in the order of these names. Those of several groups or
 * versions share one where their fields are the same.
 */
export function typeNames(
  types: Types,
  definitions: Iterable<string>,
): ReadonlyMap<string, string> {
  const names = [...definitions]
    .sort()
    .map((definition): [string, string] => [
      definition,
      RENAMED[definition] ?? definition.slice(definition.lastIndexOf('.') + 1),
    ])
    .sort(([, a], [, b]) => (a < b ? -1 : a > b ? 1 : 0));
  for (const [index, [definition, name]] of names.entries()) {
    const [next, nameOfNext] = names[index + 1] ?? [];
    if (name !== nameOfNext || next === undefined) continue;
    if (fieldTypes(types, definition) !== fieldTypes(types, next)) {
      throw new Error(`${definition} and ${next} have the same name, but other fields`);
    }
  }
  return new Map(names);
}

function fieldTypes(types: Types, definition: string): string {
  const fields = fieldsOf(types[definition] ?? { fields: {} });
  return fields.map(([name, { type }]) => `${name} ${type.replace(/@.*\./, '')}`).join();
}

/** Of definitions that share a name the first. */
export function uniqueNames(
  names: ReadonlyMap<string, string>,
): readonly (readonly [definition: string, name: string])[] {
  const all = [...names];
  return all.filter(([, name], index) => name !== all[index - 1]?.[1]);
}

/** The TypeScript types of the kinds: one interface for each definition, one type for each kind. */
export function typesModule(types: Types, validated: ReadonlySet<string>): string {
  const names = typeNames(types, validated);
  const interfaces = uniqueNames(names).map(([definition, name]) => {
    const members = fieldsOf(types[definition] ?? { fields: {} }).map(([field, facts]) => {
      const { since, until } = facts;
      const note = since ? `  /** Since ${since}. */\n` : until ? `  /** Until ${until}. */\n` : '';
      const key = /^[A-Za-z_$][\w$]*$/.test(field) ? field : `'${field}'`;
      return `${note}  readonly ${key}?: ${typeText(parseFieldType(facts.type), names)};\n`;
    });
    return members.length === 0
      ? `export type ${name} = Readonly<Record<string, never>>;\n`
      : `export interface ${name} {\n${members.join('')}}\n`;
  });
  const ofKinds = VALIDATED_KINDS.map((kind) => `  readonly ${kind}: ${kind};\n`);
  return `// Made by scripts/generate/kubernetes-modules.ts; do not edit.
import type { Value } from './value.ts';

/** As written; a text may be a percentage. */
export type IntOrString = number | string;

/** As written: a number, or a text with a suffix. */
export type Quantity = string | number | bigint;

/** A bigint where a double cannot hold it. */
export type Int64 = number | bigint;

export type Double = number | bigint;

export type JSONSchemaPropsOrBool = JSONSchemaProps | boolean;

export type JSONSchemaPropsOrArray = JSONSchemaProps | readonly JSONSchemaProps[];

export type JSONSchemaPropsOrStringArray = JSONSchemaProps | readonly string[];

/** The type of each kind, which covers all its versions that a supported minor serves. */
export interface KindTypes {
${ofKinds.join('')}}

${interfaces.join('\n')}`;
}

function typeText(type: FieldType, names: ReadonlyMap<string, string>): string {
  switch (type.shape) {
    case 'any':
      return 'Value';
    case 'object': {
      const name = names.get(type.definition);
      if (name === undefined) throw new Error(`no name for ${type.definition}`);
      return name;
    }
    case 'list':
      return type.of.shape === 'any'
        ? 'readonly Value[]'
        : `readonly ${typeText(type.of, names)}[]`;
    case 'map':
      return `{ readonly [key: string]: ${typeText(type.of, names)} }`;
    case 'scalar':
      return SCALARS[type.scalar];
  }
}
