import { definitionTable } from './definitions.generated.ts';
import { MINORS, type Minor, type MinorRange } from './minors.ts';
import type { Value } from './value.ts';

/** The scalars of the API, by what decides about their values. */
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

/** The type of a field, an item or a map's value. */
export type FieldType =
  | { readonly shape: 'scalar'; readonly scalar: ScalarType }
  /** Any JSON. */
  | { readonly shape: 'any' }
  | { readonly shape: 'object'; readonly definition: string }
  | { readonly shape: 'list'; readonly of: FieldType }
  | { readonly shape: 'map'; readonly of: FieldType };

export interface FieldFacts {
  readonly type: FieldType;
  /** The minors that have the field, of those that have its definition. */
  readonly minors: MinorRange;
  /** What the server puts where the field is absent; undefined for nothing. */
  readonly default: Value | undefined;
}

/** The fields of one definition of the API, by name. */
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

/** The fields of a definition, such as `LabelSelector`; the root of a kind has the kind's name. */
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

/** The table is ours: what it has is JSON. */
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

/** Tells whether a name is that of a scalar of the API. */
export function isScalarType(text: string): text is ScalarType {
  return SCALARS.has(text);
}
