import { definitionTable } from './definitions.generated.ts';
import { MINORS, type Minor, type MinorRange } from './minors.ts';
import type { Value } from './value.ts';

/** The scalar types of the API, named after what determines their valid values. */
export type ScalarType =
  | 'string'
  | 'boolean'
  | 'int32'
  | 'int64'
  | 'double'
  | 'byte'
  | 'date-time'
  | 'quantity'
  | 'int-or-string'
  | 'schema-or-bool'
  | 'schema-or-array'
  | 'schema-or-strings';

/** The type of a field, of the items of a list or of the values of a map. */
export type FieldType =
  | { readonly shape: 'scalar'; readonly scalar: ScalarType }
  /** Any JSON value. */
  | { readonly shape: 'any' }
  | { readonly shape: 'object'; readonly definition: string }
  | { readonly shape: 'list'; readonly of: FieldType }
  | { readonly shape: 'map'; readonly of: FieldType };

export interface FieldFacts {
  readonly type: FieldType;
  /** The minors that have the field, among those that have its definition. */
  readonly minors: MinorRange;
  /** The value that the server sets if the field is absent; undefined if it sets none. */
  readonly default: Value | undefined;
}

/** The fields of an API definition, by name. */
export type Definition = ReadonlyMap<string, FieldFacts>;

const SCALARS: ReadonlySet<string> = new Set<ScalarType>([
  'string',
  'boolean',
  'int32',
  'int64',
  'double',
  'byte',
  'date-time',
  'quantity',
  'int-or-string',
  'schema-or-bool',
  'schema-or-array',
  'schema-or-strings',
]);

let table: ReturnType<typeof definitionTable> | undefined;
const read = new Map<string, Definition>();

/**
 * The fields of a definition, such as `LabelSelector`. The definition of a kind has the name of the
 * kind.
 */
export function definitionOf(name: string): Definition {
  let definition = read.get(name);
  if (definition === undefined) {
    table ??= definitionTable();
    const rows = table[name];
    if (rows === undefined) throw new Error(`no definition ${name}`);
    definition = new Map(Object.entries(rows).map(([field, text]) => [field, parseField(text)]));
    read.set(name, definition);
  }
  return definition;
}

function parseField(text: string): FieldFacts {
  const [facts = '', defaultText] = text.split(' = ');
  const [type = '', ...words] = facts.split(' ');
  const minors: { since?: Minor; until?: Minor } = {};
  for (let at = 0; at < words.length; at += 2) {
    const minor = MINORS.find((known) => known === words[at + 1]);
    if (minor !== undefined) minors[words[at] === 'since' ? 'since' : 'until'] = minor;
  }
  return {
    type: parseType(type),
    minors,
    default: defaultText === undefined ? undefined : parseJson(defaultText),
  };
}

/** The table is generated, so its defaults are valid JSON. */
function parseJson(text: string): Value {
  return JSON.parse(text) as Value;
}

function parseType(text: string): FieldType {
  if (text === 'any') return { shape: 'any' };
  if (text.startsWith('@')) return { shape: 'object', definition: text.slice(1) };
  if (text.startsWith('[]')) return { shape: 'list', of: parseType(text.slice(2)) };
  if (text.startsWith('{}')) return { shape: 'map', of: parseType(text.slice(2)) };
  if (isScalarType(text)) return { shape: 'scalar', scalar: text };
  throw new Error(`no type ${text}`);
}

/** Whether a name is that of a scalar type of the API. */
export function isScalarType(text: string): text is ScalarType {
  return SCALARS.has(text);
}
