import { getOrCompute } from '../../../src/base/get-or-compute.ts';
import { indexBy } from '../../../src/base/index-by.ts';
import {
  type FieldType,
  parseFieldType,
  type ScalarType,
} from '../../../src/server/kubernetes/field-type.ts';
import { fieldsOf, type Kinds, type Types } from './facts.ts';
import { RELATED_KINDS, servedTypes, VALIDATED_KINDS } from './tables.ts';

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

/** A definition that shares the last part of its name with another one that is something else. */
const RENAMED: Readonly<Record<string, string>> = {
  'apiregistration.v1.ServiceReference': 'APIServiceReference',
};

/** The names of definitions in TypeScript and in schemas. Definitions of several groups or versions may share one. */
export function typeNames(definitions: Iterable<string>): ReadonlyMap<string, string> {
  return new Map(
    [...definitions].map((definition) => [
      definition,
      RENAMED[definition] ?? definition.slice(definition.lastIndexOf('.') + 1),
    ]),
  );
}

/** The names in their order, each with its definitions in theirs. */
export function definitionsByName(
  names: ReadonlyMap<string, string>,
): readonly (readonly [name: string, definitions: readonly string[]])[] {
  const grouped = indexBy([...names.keys()].sort(), (definition) => [names.get(definition) ?? '']);
  return [...grouped].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

/**
 * The TypeScript types of the kinds that rules read: an interface for each definition, with the fields of all groups
 * and versions that share its name, and a type for each kind.
 */
export function typesModule(types: Types, kinds: Kinds): string {
  const related = RELATED_KINDS.filter((kind) => !VALIDATED_KINDS.includes(kind));
  const names = typeNames(servedTypes([...VALIDATED_KINDS, ...related], types, kinds));
  const interfaces = definitionsByName(names).map(([name, definitions]) => {
    const members = new Map<string, { readonly note: string; readonly types: Set<string> }>();
    for (const definition of definitions) {
      for (const [field, facts] of fieldsOf(types[definition] ?? { fields: {} })) {
        const { since, until } = facts;
        const note = since ? `/** Since ${since}. */ ` : until ? `/** Until ${until}. */ ` : '';
        const member = getOrCompute(members, field, () => ({ note, types: new Set() }));
        member.types.add(typeText(parseFieldType(facts.type), names));
      }
    }
    return members.size === 0
      ? `export type ${name} = Readonly<Record<string, never>>;\n`
      : `export interface ${name} { ${[...members].map(memberText).join(' ')} }\n`;
  });
  const ofKinds = (some: readonly string[]): string =>
    some.map((kind) => `  readonly ${kind}: ${kind};\n`).join('');
  return `// Made by scripts/generate/kubernetes-modules.ts; do not edit.
import type { Value } from './value.ts';

/** A value as it is written; a text may be a percentage. */
export type IntOrString = number | string;

/** A value as it is written: a number, or a text with a suffix. */
export type Quantity = string | number | bigint;

/** A bigint where a double cannot hold it. */
export type Int64 = number | bigint;

export type Double = number | bigint;

export type JSONSchemaPropsOrBool = JSONSchemaProps | boolean;

export type JSONSchemaPropsOrArray = JSONSchemaProps | readonly JSONSchemaProps[];

export type JSONSchemaPropsOrStringArray = JSONSchemaProps | readonly string[];

/** The type of each kind whose values are validated, which covers all its versions that a supported minor serves. */
export interface KindTypes {
${ofKinds(VALIDATED_KINDS)}}

/**
 * The types of all kinds whose objects are related to others; those that are not validated are decoded, which settles
 * their types.
 */
export interface RelatedKindTypes extends KindTypes {
${ofKinds(related)}}

${interfaces.join('')}`;
}

function memberText([field, { note, types }]: readonly [
  string,
  { readonly note: string; readonly types: ReadonlySet<string> },
]): string {
  const key = /^[A-Za-z_$][\w$]*$/.test(field) ? field : `'${field}'`;
  return `${note}readonly ${key}?: ${[...types].join(' | ')};`;
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
