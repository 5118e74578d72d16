/**
 * What expressions compute. Scalars are plain JavaScript where that is exact: booleans, null, strings
 * (which functions read by code points), `bigint` for int, `number` for double; all else is a class.
 *
 * Source: the values in `common/types` of cel-go.
 */
export type Value =
  | null
  | boolean
  /** An int of 64 bits. */
  | bigint
  /** A double. */
  | number
  | string
  /** Bytes; never changed after they are made. */
  | Uint8Array
  | Uint
  | Duration
  | Timestamp
  | TypeValue
  | OptionalValue
  | ListValue
  | MapValue
  | OpaqueValue;

/** What an evaluation comes to. An error is passed on by all that is strict, and never thrown. */
export type Result = Value | ErrorValue;

/** An error of an evaluation, in cel-go's words: `no such key: x`. */
export class ErrorValue {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** The words on arguments that no overload takes; with the function's name where cel-go gives it. */
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

/** A point in time: seconds since 1970, which may be negative, and nanoseconds on top. */
export class Timestamp {
  readonly seconds: bigint;
  /** From 0 to 999,999,999. */
  readonly nanos: number;
  /** How many seconds the zone that it was written in is ahead of UTC. Shows only where it becomes a text. */
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

/** `optional.of(x)`, or `optional.none()` where `value` is undefined. */
export class OptionalValue {
  readonly value: Value | undefined;
  /** Of the release: `optional_type`, before cel-go 0.18 `optional`. */
  readonly type: TypeValue;

  constructor(value: Value | undefined, type: TypeValue = OPTIONAL_TYPE) {
    this.value = value;
    this.type = type;
  }
}

/**
 * A list. Its elements may be made only when they are read, and may turn out to be errors then.
 * Implementations that are only an array are {@link ArrayList}.
 */
export abstract class ListValue implements Iterable<Result> {
  /** As errors have it. */
  readonly goType: string = '*types.baseList';
  abstract readonly size: number;
  /**
   * Whether only ints are taken as an index, and `in` fails where an element cannot be compared, as with
   * lists that have a schema.
   */
  readonly isStrict: boolean = false;

  /** The element at an index from 0 to `size - 1`. */
  abstract at(index: number): Result;

  /**
   * What an optional with this list holds for selections and indices that follow on it: of lists with a
   * schema, the plain list.
   */
  get plain(): ListValue {
    return this;
  }

  /** Lists with an own meaning of equality have the last word on it; of others undefined. */
  equals(_other: Value): boolean | ErrorValue | undefined {
    return undefined;
  }

  /** `this + other`, of lists with an own meaning of it. */
  concat(_other: ListValue): Result | undefined {
    return undefined;
  }

  *[Symbol.iterator](): Iterator<Result> {
    for (let index = 0; index < this.size; index++) yield this.at(index);
  }
}

/** A map, or an object with fields. Implementations that are only entries are `EntryMap`. */
export abstract class MapValue {
  /** As errors have it. */
  readonly goType: string = '*types.baseMap';
  abstract readonly size: number;

  /** The value of a key, undefined where there is none; an error where no key can be like this. */
  abstract find(key: Value): Result | undefined;

  abstract keys(): Iterable<Value>;

  /** As `ListValue.plain`. */
  get plain(): MapValue {
    return this;
  }

  /** As `ListValue.equals`. */
  equals(_other: Value): boolean | ErrorValue | undefined {
    return undefined;
  }
}

/** A value that only the functions of a library understand, such as an IP address or an URL. */
export abstract class OpaqueValue {
  abstract readonly type: TypeValue;

  /** Whether the other one, of whatever type, is the same: of one type, where it has the same text. */
  equals(other: Value): boolean | ErrorValue {
    return other instanceof OpaqueValue && other.type === this.type
      ? this.toString() === other.toString()
      : noSuchOverload();
  }

  /** The size in the cost model; 1 for values that are not a `traits.Sizer` in Go. */
  get size(): number {
    return 1;
  }

  /** The value of a field, and of `has` whether it is set; undefined where it has no such field. */
  field(_name: string): Result | undefined {
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

/** The type of a value, as `type(x)` gives it. */
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
