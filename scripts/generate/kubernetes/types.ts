import { type Definitions, type Kinds, shapeOf, structs, type TypeShape } from './facts.ts';

const SCALARS: Readonly<Record<string, string>> = {
  string: 'string',
  boolean: 'boolean',
  int32: 'number',
  int64: 'Int64',
  double: 'Double',
  byte: 'string',
  'date-time': 'string',
  quantity: 'Quantity',
  'int-or-string': 'IntOrString',
  'schema-or-bool': 'JSONSchemaPropsOrBool',
  'schema-or-array': 'JSONSchemaPropsOrArray',
  'schema-or-strings': 'JSONSchemaPropsOrStringArray',
};

/** The TypeScript types of the kinds: one interface for each definition, one type for each kind. */
export function typesModule(definitions: Definitions, kinds: Kinds): string {
  const interfaces = structs(definitions).map(([name, fields]) => {
    const members = Object.entries(fields).map(([field, schema]) => {
      const { 'x-since': since, 'x-until': until } = schema;
      const note = since ? `  /** Since ${since}. */\n` : until ? `  /** Until ${until}. */\n` : '';
      const key = /^[A-Za-z_$][\w$]*$/.test(field) ? field : `'${field}'`;
      return `${note}  readonly ${key}?: ${typeText(shapeOf(schema, definitions))};\n`;
    });
    return members.length === 0
      ? `export type ${name} = Readonly<Record<string, never>>;\n`
      : `export interface ${name} {\n${members.join('')}}\n`;
  });
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
${Object.keys(kinds)
  .map((kind) => `  readonly ${kind}: ${kind};\n`)
  .join('')}}

${interfaces.join('\n')}`;
}

function typeText(type: TypeShape): string {
  switch (type.shape) {
    case 'any':
      return 'Value';
    case 'object':
      return type.definition;
    case 'list':
      return type.of.shape === 'any' ? 'readonly Value[]' : `readonly ${typeText(type.of)}[]`;
    case 'map':
      return `{ readonly [key: string]: ${typeText(type.of)} }`;
    case 'scalar': {
      const text = SCALARS[type.scalar];
      if (text === undefined) throw new Error(`no type for ${type.scalar}`);
      return text;
    }
  }
}
