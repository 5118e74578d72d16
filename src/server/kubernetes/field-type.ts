/** The scalars of the API, by the rules for their values. */
export type ScalarType = (typeof SCALARS)[number];

const SCALARS = [
  'string',
  'boolean',
  'int32',
  'int64',
  'double',
  'byte',
  'date-time',
  'micro-time',
  'quantity',
  'int-or-string',
  'schema-or-bool',
  'schema-or-array',
  'schema-or-strings',
] as const;

/** The type of a field, an item or a map's value. */
export type FieldType =
  | { readonly shape: 'scalar'; readonly scalar: ScalarType }
  /** Any JSON; `isObject` where the definitions of the API call it an object. */
  | { readonly shape: 'any'; readonly isObject: boolean }
  | { readonly shape: 'object'; readonly definition: string }
  | { readonly shape: 'list'; readonly of: FieldType }
  | { readonly shape: 'map'; readonly of: FieldType };

/** The short names of scalars in the facts. */
const SHORT: ReadonlyMap<string, ScalarType> = new Map([
  ['s', 'string'],
  ['b', 'boolean'],
  ['i32', 'int32'],
  ['i64', 'int64'],
  ['d', 'double'],
  ['bytes', 'byte'],
  ['time', 'date-time'],
]);

/**
 * Reads a type in the notation of the facts: `[]` is a list of, `{}` is a map of, `@core.v1.Pod` is a struct, and any
 * other text is a scalar.
 *
 * @param within the package of the struct that has the field, such as `core.v1`, which `@.Pod` omits
 */
export function parseFieldType(text: string, within = ''): FieldType {
  if (text.startsWith('@.')) return { shape: 'object', definition: within + text.slice(1) };
  if (text.startsWith('@')) return { shape: 'object', definition: text.slice(1) };
  if (text.startsWith('[]')) return { shape: 'list', of: parseFieldType(text.slice(2), within) };
  if (text.startsWith('{}')) return { shape: 'map', of: parseFieldType(text.slice(2), within) };
  if (text === 'any' || text === 'raw') return { shape: 'any', isObject: text === 'raw' };
  const scalar = SHORT.get(text) ?? SCALARS.find((known) => known === text);
  if (scalar === undefined) throw new Error(`no type ${text}`);
  return { shape: 'scalar', scalar };
}
