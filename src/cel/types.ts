/**
 * The types that expressions have, and their names in messages.
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
  /** Of a field that a provider takes but has no type for. */
  | 'unspecified';

export interface Type {
  readonly kind: TypeKind;
  /** As values of the type know it: `google.protobuf.Duration`; of a type parameter its own name. */
  readonly name: string;
  readonly parameters: readonly Type[];
  /** Whether null is a value too: of the protobuf wrappers of primitives, such as `google.protobuf.BoolValue`. */
  readonly wrapper: boolean;
  /** Whether it is or contains a type parameter. */
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

/** The type of a type: what `int` is, as a value. */
export function typeOf(type: Type): Type {
  return parameterized('type', 'type', [type]);
}

/** A type without fields that functions know, such as `optional_type(int)`. */
export function opaque(name: string, parameters: readonly Type[] = NO_PARAMETERS): Type {
  return parameters.length === 0
    ? simple('opaque', name)
    : parameterized('opaque', name, parameters);
}

/** A type with fields, which a {@link TypeProvider} knows by the type's name. */
export function struct(name: string): Type {
  return simple('struct', name);
}

export function typeParam(name: string): Type {
  return simple('type-param', name);
}

/** A primitive that may be null. */
export function wrapperOf(primitive: Type): Type {
  return simple(primitive.kind, primitive.name, true);
}

/** The same constructor with other parameters. */
export function withParameters(type: Type, parameters: readonly Type[]): Type {
  return parameterized(type.kind, type.name, parameters);
}

/** Whether two types are the same; a wrapper is the same as its primitive. */
export function isExactly(a: Type, b: Type): boolean {
  return same(a, b, true);
}

/** As {@link isExactly}, whatever the names of type parameters are. */
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

/** What an optional type holds, and whether it is one. Releases before cel-go 0.18 name it `optional`. */
export function unwrapOptional(type: Type): { readonly type: Type; readonly isOptional: boolean } {
  const [held] = type.parameters;
  return isOptional(type) && held !== undefined
    ? { type: held, isOptional: true }
    : { type, isOptional: false };
}

function isOptional(type: Type): boolean {
  return type.kind === 'opaque' && (type.name === 'optional_type' || type.name === 'optional');
}

/** A type's name without its parameters, with the mark of a wrapper. */
export function declaredName(type: Type): string {
  return type.wrapper ? `wrapper(${type.name})` : type.name;
}

/** A type as the messages of the checker name it: `list(duration)`. */
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

/** A type as CEL writes it as a value, and Kubernetes in its own messages: `list(google.protobuf.Duration)`. */
export function typeText(type: Type): string {
  if (type.kind === 'type-param') return `<${type.name}>`;
  return type.parameters.length === 0
    ? declaredName(type)
    : `${declaredName(type)}(${type.parameters.map(typeText).join(', ')})`;
}

/** What a function is applied to, as messages name it: `(string, int)`, `string.(int)`. */
export function formatArguments(types: readonly Type[], isMember: boolean): string {
  const names = types.map(formatType);
  return isMember ? `${names[0] ?? ''}.(${names.slice(1).join(', ')})` : `(${names.join(', ')})`;
}
