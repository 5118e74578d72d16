/**
 * The types of expressions, and their names in messages.
 *
 * Source: `common/types/types.go` and `checker/format.go` of cel-go.
 */
export type TypeKind =
  | 'any'
  | 'bool'
  | 'bytes'
  | 'double'
  | 'duration'
  | 'dyn'
  | 'error'
  | 'int'
  | 'list'
  | 'map'
  | 'null'
  | 'opaque'
  | 'string'
  | 'struct'
  | 'timestamp'
  | 'type'
  | 'type-param'
  | 'uint'
  /** The type of a field that a provider accepts without declaring its type. */
  | 'unspecified';

export interface Type {
  readonly kind: TypeKind;
  /** The name as values of the type have it, such as `google.protobuf.Duration`; the name of a type parameter. */
  readonly name: string;
  readonly parameters: readonly Type[];
  /** True if null is a value of the type, as for the protobuf wrappers of primitives (`google.protobuf.BoolValue`). */
  readonly wrapper: boolean;
  /** True if the type is or contains a type parameter. */
  readonly open: boolean;
}

const NO_PARAMETERS: readonly Type[] = [];

function simple(kind: TypeKind, name: string, wrapper = false): Type {
  return { kind, name, parameters: NO_PARAMETERS, wrapper, open: kind === 'type-param' };
}

function parameterized(kind: TypeKind, name: string, parameters: readonly Type[]): Type {
  return { kind, name, parameters, wrapper: false, open: parameters.some(({ open }) => open) };
}

export const ANY = simple('any', 'google.protobuf.Any');
export const BOOL = simple('bool', 'bool');
export const BYTES = simple('bytes', 'bytes');
export const DOUBLE = simple('double', 'double');
export const DURATION = simple('duration', 'google.protobuf.Duration');
export const DYN = simple('dyn', 'dyn');
export const ERROR = simple('error', 'error');
export const INT = simple('int', 'int');
export const NULL = simple('null', 'null_type');
export const STRING = simple('string', 'string');
export const TIMESTAMP = simple('timestamp', 'google.protobuf.Timestamp');
export const TYPE = simple('type', 'type');
export const UINT = simple('uint', 'uint');
export const UNSPECIFIED = simple('unspecified', '');

export function listOf(element: Type): Type {
  return parameterized('list', 'list', [element]);
}

export function mapOf(key: Type, value: Type): Type {
  return parameterized('map', 'map', [key, value]);
}

/** The type of a type used as a value, such as `int`. */
export function typeOf(type: Type): Type {
  return parameterized('type', 'type', [type]);
}

/** A type without fields, whose values only functions can use: `optional_type(int)`. */
export function opaque(name: string, parameters: readonly Type[] = NO_PARAMETERS): Type {
  return parameters.length === 0
    ? simple('opaque', name)
    : parameterized('opaque', name, parameters);
}

/** A type with fields. A {@link TypeProvider} resolves them by the name of the type. */
export function struct(name: string): Type {
  return simple('struct', name);
}

export function typeParam(name: string): Type {
  return simple('type-param', name);
}

/** The protobuf wrapper of a primitive: a value of the primitive type, or null. */
export function wrapperOf(primitive: Type): Type {
  return simple(primitive.kind, primitive.name, true);
}

/** The type with other type parameters. */
export function withParameters(type: Type, parameters: readonly Type[]): Type {
  return parameterized(type.kind, type.name, parameters);
}

/** Reports whether two types are identical. A wrapper is identical to its primitive. */
export function isExactly(a: Type, b: Type): boolean {
  return same(a, b, true);
}

/** Like {@link isExactly}, but the names of type parameters can differ. */
export function isEquivalent(a: Type, b: Type): boolean {
  return same(a, b, false);
}

function same(a: Type, b: Type, namedParameters: boolean): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind || a.parameters.length !== b.parameters.length) return false;
  if ((namedParameters || a.kind !== 'type-param') && a.name !== b.name) return false;
  return a.parameters.every((parameter, index) => {
    const other = b.parameters[index];
    return other !== undefined && same(parameter, other, namedParameters);
  });
}

export function isDyn(type: Type): boolean {
  return type.kind === 'dyn' || type.kind === 'any';
}

export function isDynOrError(type: Type): boolean {
  return isDyn(type) || type.kind === 'error';
}

/**
 * The type of the value of an optional type; the type itself if it is not optional. Until cel-go 0.17, optional types
 * are named `optional`.
 */
export function unwrapOptional(type: Type): { readonly type: Type; readonly isOptional: boolean } {
  const [held] = type.parameters;
  return isOptional(type) && held !== undefined
    ? { type: held, isOptional: true }
    : { type, isOptional: false };
}

function isOptional(type: Type): boolean {
  return type.kind === 'opaque' && (type.name === 'optional_type' || type.name === 'optional');
}

/** The name of a type without its parameters; for a wrapper with `wrapper(...)` around it. */
export function declaredName(type: Type): string {
  return type.wrapper ? `wrapper(${type.name})` : type.name;
}

/** The name of a type in the messages of the checker: `list(duration)`. */
export function formatType(type: Type): string {
  switch (type.kind) {
    case 'any':
    case 'duration':
    case 'null':
    case 'timestamp':
      return type.kind;
    case 'error':
      return '!error!';
    default:
      return type.parameters.length === 0
        ? declaredName(type)
        : `${type.name}(${type.parameters.map(formatType).join(', ')})`;
  }
}

/** The name of a type as a value of CEL, and in the messages of Kubernetes: `list(google.protobuf.Duration)`. */
export function typeText(type: Type): string {
  if (type.kind === 'type-param') return `<${type.name}>`;
  return type.parameters.length === 0
    ? declaredName(type)
    : `${declaredName(type)}(${type.parameters.map(typeText).join(', ')})`;
}

/**
 * The types of the arguments of a call, as messages write them: `(string, int)`, `string.(int)` for a member function.
 */
export function formatArguments(types: readonly Type[], isMember: boolean): string {
  const names = types.map(formatType);
  return isMember ? `${names[0] ?? ''}.(${names.slice(1).join(', ')})` : `(${names.join(', ')})`;
}
