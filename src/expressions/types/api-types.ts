/** A value of the API that has no parts that a schema speaks of. */
export type ApiScalar =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  /** Texts that the server's type checker takes for values of CEL; expressions find texts. */
  | 'timestamp'
  | 'bytes'
  | 'duration'
  | 'int-or-string'
  /** A text or number, which the type checker has no type for. */
  | 'quantity'
  /** Of unknown content, which the type checker has no type for. */
  | 'any'
  /** An object of unknown content. */
  | 'object';

/**
 * What a value of the API is, whether its kind is built in or comes from a CRD, and how an apply
 * configuration is merged into it. Made piece by piece as it is asked for.
 */
export type ApiType = (
  | { readonly kind: 'scalar'; readonly scalar: ApiScalar }
  | ApiList
  /** The keys are strings. */
  | { readonly kind: 'map'; readonly element: ApiType; readonly isAtomic: boolean }
  | ApiObject
) & {
  /** Whether null is a value too. */
  readonly isNullable?: true;
};

export interface ApiList {
  readonly kind: 'list';
  readonly element: ApiType;
  /** How two lists become one. */
  readonly merge: 'atomic' | 'set' | 'map';
  /** Of lists that are merged as maps: the fields that tell items apart. */
  readonly keys: readonly string[];
}

/** An object with fields. */
export interface ApiObject {
  readonly kind: 'object';
  /** Of types with a name, which may contain themselves. */
  readonly name: string | undefined;
  /** Whether there may be fields that are not declared. */
  readonly isOpen: boolean;
  readonly isAtomic: boolean;
  readonly fieldNames: readonly string[];
  /** The type of a field by its name in manifests. */
  field(name: string): ApiType | undefined;
}

export function scalarType(scalar: ApiScalar): ApiType {
  return { kind: 'scalar', scalar };
}

export interface GroupVersionKind {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}
