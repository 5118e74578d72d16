/**
 * The values of expressions. Scalars are JavaScript values where these are exact: booleans, null, strings, `bigint`
 * for int and `number` for double. All others are instances of classes. Functions count the code points of strings.
 *
 * Source: the values in `common/types` of cel-go.
 */
export type Value =
  | null
  | boolean
  /** An int: a signed integer of 64 bits. */
  | bigint
  /** A double. */
  | number
  | string
  /** Bytes, which must not be changed. */
  | Uint8Array
  | Uint
  | Duration
  | Timestamp
  | TypeValue
  | OptionalValue
  | ListValue
  | MapValue
  | OpaqueValue;

/**
 * The result of an evaluation. Errors are returned and not thrown; a strict function returns the error of an argument.
 */
export type Result = Value | ErrorValue;

/** An error of an evaluation, with cel-go's message: `no such key: x`. */
export class ErrorValue {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/**
 * The error for arguments that no overload accepts. It contains the name of the function where cel-go's message does.
 */
export function noSuchOverload(call?: string): ErrorValue {
  return new ErrorValue(call === undefined ? 'no such overload' : `no such overload: ${call}`);
}

/** An unsigned int of 64 bits. */
export class Uint {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

/** A duration, in nanoseconds that fit into 64 bits. */
export class Duration {
  readonly nanoseconds: bigint;

  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }
}

/** A point in time: seconds since 1970, which can be negative, and nanoseconds after that second. */
export class Timestamp {
  readonly seconds: bigint;
  /** The nanoseconds, from 0 to 999,999,999. */
  readonly nanos: number;
  /**
   * The offset from UTC, in seconds, of the time zone in which it was written. It only affects the conversion to a
   * string.
   */
  readonly offset: number;

  constructor(seconds: bigint, nanos: number, offset = 0) {
    this.seconds = seconds;
    this.nanos = nanos;
    this.offset = offset;
  }
}

/** A type as a value, such as `int` or `type(x)`. Types with one name are equal. */
export class TypeValue {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** An optional value: `optional.of(x)`, or `optional.none()` if `value` is undefined. */
export class OptionalValue {
  readonly value: Value | undefined;
  /**
   * The type of optional values. Its name differs between releases: `optional_type`, and `optional` in cel-go 0.17 and
   * earlier.
   */
  readonly type: TypeValue;

  constructor(value: Value | undefined, type: TypeValue = OPTIONAL_TYPE) {
    this.value = value;
    this.type = type;
  }
}

/**
 * A list. Elements can be computed when they are read, and can then be errors. {@link ArrayList} is a list with all
 * its elements in an array.
 */
export abstract class ListValue implements Iterable<Result> {
  /** The name in error messages. */
  readonly goType: string = '*types.baseList';
  abstract readonly size: number;
  /**
   * True if an index must be an int, and `in` fails if an element cannot be compared. It is true for lists with a
   * schema.
   */
  readonly isStrict: boolean = false;

  /** The element at an index from 0 to `size - 1`. */
  abstract at(index: number): Result;

  /**
   * The list that an optional value of this list contains for selections and indices that follow it; for a list with
   * a schema, the list without the schema.
   */
  get plain(): ListValue {
    return this;
  }

  /** Overridden by lists that define their own equality; undefined for all others. */
  equals(_other: Value): boolean | ErrorValue | undefined {
    return undefined;
  }

  /** Overridden by lists that define their own concatenation `this + other`; undefined for all others. */
  concat(_other: ListValue): Result | undefined {
    return undefined;
  }

  *[Symbol.iterator](): Iterator<Result> {
    for (let index = 0; index < this.size; index++) yield this.at(index);
  }
}

/** A map, or an object with fields. `EntryMap` is a map with all its entries. */
export abstract class MapValue {
  /** The name in error messages. */
  readonly goType: string = '*types.baseMap';
  abstract readonly size: number;

  /** The value of a key; undefined if the map does not contain it, an error if it cannot be a key. */
  abstract find(key: Value): Result | undefined;

  abstract keys(): Iterable<Value>;

  /** See `ListValue.plain`. */
  get plain(): MapValue {
    return this;
  }

  /** See `ListValue.equals`. */
  equals(_other: Value): boolean | ErrorValue | undefined {
    return undefined;
  }
}

/** A value that only the functions of its library can use, such as an IP address or a URL. */
export abstract class OpaqueValue {
  abstract readonly type: TypeValue;
  /** The name of the Go type in error messages. */
  readonly goType: string = '*types.baseObject';
  /** False if its Go type is a struct with a list or a function, which cannot be the key of a map. */
  readonly isHashable: boolean = true;

  /**
   * Reports whether the value equals another value of any type. By default, two values of one type are equal if their
   * strings are.
   */
  equals(other: Value): boolean | ErrorValue {
    return other instanceof OpaqueValue && other.type === this.type
      ? this.toString() === other.toString()
      : noSuchOverload();
  }

  /** The size in the cost model; 1 for values that are not a `traits.Sizer` in Go. */
  get size(): number {
    return 1;
  }

  /**
   * The value of a field; undefined if there is no such field.
   *
   * @param _isTyped true if the checker knows the type of the object
   */
  field(_name: string, _isTyped: boolean): Result | undefined {
    return undefined;
  }

  /** Returns true if a field is set, for `has()` and for optional selections. See {@link field}. */
  isSet(_name: string, _isTyped: boolean): boolean | ErrorValue {
    return false;
  }

  /** True for the zero value of its type. */
  get isZero(): boolean {
    return false;
  }

  /** The fields that are set, if it is a struct. */
  get members(): ReadonlyMap<string, Value> | undefined {
    return undefined;
  }
}

export const OPTIONAL_TYPE = new TypeValue('optional_type');

const NULL_TYPE = new TypeValue('null_type');
const BOOL_TYPE = new TypeValue('bool');
const INT_TYPE = new TypeValue('int');
const UINT_TYPE = new TypeValue('uint');
const DOUBLE_TYPE = new TypeValue('double');
const STRING_TYPE = new TypeValue('string');
const BYTES_TYPE = new TypeValue('bytes');
const DURATION_TYPE = new TypeValue('google.protobuf.Duration');
const TIMESTAMP_TYPE = new TypeValue('google.protobuf.Timestamp');
const TYPE_TYPE = new TypeValue('type');
const LIST_TYPE = new TypeValue('list');
const MAP_TYPE = new TypeValue('map');

/** The type of a value: `type(x)`. */
export function typeOfValue(value: Value): TypeValue {
  switch (typeof value) {
    case 'boolean':
      return BOOL_TYPE;
    case 'bigint':
      return INT_TYPE;
    case 'number':
      return DOUBLE_TYPE;
    case 'string':
      return STRING_TYPE;
    default:
      return typeOfObject(value);
  }
}

function typeOfObject(value: Exclude<Value, boolean | bigint | number | string>): TypeValue {
  if (value === null) return NULL_TYPE;
  if (value instanceof ListValue) return LIST_TYPE;
  if (value instanceof MapValue) return MAP_TYPE;
  if (value instanceof Uint) return UINT_TYPE;
  if (value instanceof Uint8Array) return BYTES_TYPE;
  if (value instanceof Duration) return DURATION_TYPE;
  if (value instanceof Timestamp) return TIMESTAMP_TYPE;
  if (value instanceof TypeValue) return TYPE_TYPE;
  return value.type;
}
