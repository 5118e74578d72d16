import {
  Duration,
  ErrorValue,
  ListValue,
  MapValue,
  type Result,
  Timestamp,
  Uint,
  type Value,
} from '../../cel/values/value.ts';
import { kindOfNumber } from '../../crd/numbers.ts';
import type { Mapping, Value as YamlValue } from '../../kubernetes/value.ts';
import { isMapping, writtenAsFloat } from '../../yaml/tree.ts';

/** A value that an expression made and put where values of an object are, with its type in Go. */
export class Native {
  readonly value: Value;

  constructor(value: Value) {
    this.value = value;
  }
}

/** A value of an object, or one that an expression put beside such. */
export type Raw = YamlValue | Native;

/** A list of an object; one that an expression made longer has other values in it, too. */
export type RawList = readonly Raw[];

/** What an object has under a key. Numbers that JSON wrote with a fraction are doubles. */
export function rawMember(object: Mapping, key: string): Raw | undefined {
  if (!Object.hasOwn(object, key)) return undefined;
  const value = object[key];
  return typeof value === 'number' && writtenAsFloat(object, key) ? new Native(value) : value;
}

/** What a list has at an index. */
export function rawElement(list: RawList, index: number): Raw | undefined {
  const value = list[index];
  return typeof value === 'number' && writtenAsFloat(list, index) ? new Native(value) : value;
}

export function isRawMapping(raw: Raw | undefined): raw is Mapping {
  return !(raw instanceof Native) && isMapping(raw);
}

/** The int that a number is to the server; undefined where it is a double. */
export function intOf(value: number | bigint): bigint | undefined {
  return kindOfNumber(value, false) === 'integer' ? BigInt(value) : undefined;
}

/** A value of an object that has no schema, as `NativeToValue` of cel-go makes it. */
export function plainValue(raw: Raw): Value {
  if (raw instanceof Native) return raw.value;
  if (typeof raw === 'number' || typeof raw === 'bigint') return intOf(raw) ?? Number(raw);
  if (typeof raw !== 'object' || raw === null) return raw;
  return isMapping(raw) ? new PlainMap(raw) : new PlainList(raw);
}

/** An object without a schema. */
export class PlainMap extends MapValue {
  override readonly goType = 'map[string]interface {}';
  readonly #object: Mapping;
  #keys: readonly string[] | undefined;

  constructor(object: Mapping) {
    super();
    this.#object = object;
  }

  get size(): number {
    return this.#names.length;
  }

  get #names(): readonly string[] {
    this.#keys ??= Object.keys(this.#object);
    return this.#keys;
  }

  find(key: Value): Result | undefined {
    const raw = typeof key === 'string' ? rawMember(this.#object, key) : undefined;
    return raw === undefined ? undefined : plainValue(raw);
  }

  keys(): Iterable<Value> {
    return this.#names;
  }
}

/** A list without a schema. */
export class PlainList extends ListValue {
  override readonly goType = '[]interface {}';
  readonly #list: RawList;

  constructor(list: RawList) {
    super();
    this.#list = list;
  }

  get size(): number {
    return this.#list.length;
  }

  at(index: number): Result {
    const raw = rawElement(this.#list, index);
    return raw === undefined ? new ErrorValue(`index out of bounds: ${index}`) : plainValue(raw);
  }
}

/** The name of a value's type in Go, as `%T` of what the server decodes has it. */
export function goTypeOfRaw(raw: Raw): string {
  if (raw === null) return '<nil>';
  switch (typeof raw) {
    case 'boolean':
      return 'bool';
    case 'string':
      return 'string';
    case 'number':
    case 'bigint':
      return intOf(raw) === undefined ? 'float64' : 'int64';
    default:
      break;
  }
  if (raw instanceof Native) return goTypeOfNative(raw.value);
  return isMapping(raw) ? 'map[string]interface {}' : '[]interface {}';
}

function goTypeOfNative(value: Value): string {
  if (typeof value === 'number') return 'float64';
  if (value === null) return 'structpb.NullValue';
  if (value instanceof Uint) return 'uint64';
  if (value instanceof Uint8Array) return '[]uint8';
  if (value instanceof Duration) return 'time.Duration';
  if (value instanceof Timestamp) return 'time.Time';
  return value instanceof ListValue ? '[]ref.Val' : 'map[ref.Val]ref.Val';
}
