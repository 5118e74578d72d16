/** The type of an API value whose parts have no schema. */
export type ApiScalar =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  /** Strings to expressions. The server's type checker gives them types of CEL. */
  | 'timestamp'
  | 'bytes'
  | 'duration'
  | 'int-or-string'
  /** A string or a number. The type checker has no type for it. */
  | 'quantity'
  /** A value of unknown content. The type checker has no type for it. */
  | 'any'
  /** An object of unknown content. */
  | 'object';

/**
 * The type of an API value, of a built-in kind or of one that a CRD defines, and how server-side apply merges it. The
 * types of fields are created when they are looked up.
 */
export type ApiType = (
  | { readonly kind: 'scalar'; readonly scalar: ApiScalar }
  | ApiList
  /** A map with strings as keys. */
  | { readonly kind: 'map'; readonly element: ApiType; readonly isAtomic: boolean }
  | ApiObject
) & {
  /** True if the value can be null. */
  readonly isNullable?: true;
};

export interface ApiList {
  readonly kind: 'list';
  readonly element: ApiType;
  /** The way in which server-side apply merges two lists. */
  readonly merge: 'atomic' | 'set' | 'map';
  /** The key fields of a list that is merged as a map. */
  readonly keys: readonly string[];
}

export interface ApiObject {
  readonly kind: 'object';
  /** Undefined for a type without a name. Named types can contain themselves. */
  readonly name: string | undefined;
  /** True if the type accepts undeclared fields. */
  readonly isOpen: boolean;
  readonly isAtomic: boolean;
  readonly fieldNames: readonly string[];
  /** The type of a field by its name in manifests. */
  field(name: string): ApiType | undefined;
}

export function scalarType(scalar: ApiScalar): ApiType {
  return { kind: 'scalar', scalar };
}
