import data from './builtin-types.json';

/** A type of the built-in API, as far as CEL is concerned. */
export type BuiltInType =
  | {
      readonly kind: 'string' | 'integer' | 'number' | 'boolean';
      /** That of OpenAPI, such as `date-time` or `byte`. */
      readonly format?: string;
    }
  | { readonly kind: 'int-or-string' | 'quantity' }
  /** Of unknown content. */
  | { readonly kind: 'object' | 'any' }
  | { readonly kind: 'list' | 'map'; readonly element: BuiltInType }
  /** A type with fields, or another name for one without; see {@link builtInType}. */
  | { readonly kind: 'named'; readonly name: string };

/** The types with their fields, or what they are where they have none. */
const TYPES: Readonly<Record<string, string | Readonly<Record<string, string>>>> = data.types;
const KINDS: Readonly<Record<string, string>> = data.kinds;

/** The name of the type of a kind, such as `apps/v1/Deployment`; the core group has no name. */
export function builtInKind(groupVersionKind: string): string | undefined {
  return Object.hasOwn(KINDS, groupVersionKind) ? KINDS[groupVersionKind] : undefined;
}

/** What a named type is: its fields, or the type that it is another name for. */
export function builtInType(
  name: string,
): BuiltInType | ReadonlyMap<string, BuiltInType> | undefined {
  const written = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
  if (written === undefined) return undefined;
  if (typeof written === 'string') return readType(written);
  return new Map(Object.entries(written).map(([field, type]) => [field, readType(type)]));
}

/** The names of all types. */
export function builtInTypeNames(): readonly string[] {
  return Object.keys(TYPES);
}

/** The names of all kinds, with their groups and versions. */
export function builtInKinds(): readonly string[] {
  return Object.keys(KINDS);
}

const SCALARS = { s: 'string', i: 'integer', n: 'number', b: 'boolean' } as const;

function readType(text: string): BuiltInType {
  if (text.startsWith('[]')) return { kind: 'list', element: readType(text.slice(2)) };
  if (text.startsWith('{}')) return { kind: 'map', element: readType(text.slice(2)) };
  if (text.startsWith('@')) return { kind: 'named', name: text.slice(1) };
  if (text === 'int-or-string' || text === 'quantity') return { kind: text };
  if (text === 'o') return { kind: 'object' };
  const [letter = '', format] = text.split('/');
  if (letter !== 's' && letter !== 'i' && letter !== 'n' && letter !== 'b') return { kind: 'any' };
  return format === undefined ? { kind: SCALARS[letter] } : { kind: SCALARS[letter], format };
}
