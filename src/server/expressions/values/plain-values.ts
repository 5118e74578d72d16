import {
  Duration,
  ErrorValue,
  ListValue,
  MapValue,
  type Result,
  Timestamp,
  Uint,
  type Value,
} from '../../../cel/values/value.ts';
import { isMapping, writtenAsFloat } from '../../../yaml/tree.ts';
import { kindOfNumber } from '../../crd/values/numbers.ts';
import type { Mapping, Value as YamlValue } from '../../kubernetes/value.ts';

/** A value that an expression computed and put into a list of an object, with its Go type. */
export class Native {
  readonly value: Value;

  constructor(value: Value) {
    this.value = value;
  }
}

/** A value of an object, or a computed one in a list of an object. */
export type Raw = YamlValue | Native;

/** A list of an object. The result of a concatenation also contains computed values. */
export type RawList = readonly Raw[];

/** The value of a key of an object; undefined if absent. Numbers that JSON writes with a fraction are doubles. */
export function rawMember(object: Mapping, key: string): Raw | undefined {
  if (!Object.hasOwn(object, key)) return undefined;
  const value = object[key];
  return typeof value === 'number' && writtenAsFloat(object, key) ? new Native(value) : value;
}

/** The element of a list at an index; undefined if there is none. */
export function rawElement(list: RawList, index: number): Raw | undefined {
  const value = list[index];
  return typeof value === 'number' && writtenAsFloat(list, index) ? new Native(value) : value;
}

export function isRawMapping(raw: Raw | undefined): raw is Mapping {
  return !(raw instanceof Native) && isMapping(raw);
}

/** The int as which the server decodes a number; undefined if it decodes a double. */
export function intOf(value: number | bigint): bigint | undefined {
  return kindOfNumber(value, false) === 'integer' ? BigInt(value) : undefined;
}

/** Converts a value without a schema as `NativeToValue` of cel-go does. */
export function plainValue(raw: Raw): Value {
  if (raw instanceof Native) return raw.value;
  if (typeof raw === 'number' || typeof raw === 'bigint') return intOf(raw) ?? Number(raw);
  if (typeof raw !== 'object' || raw === null) return raw;
  return isMapping(raw) ? new PlainMap(raw) : new PlainList(raw);
}

/** An object without a schema. */
export class PlainMap extends MapValue {
  override readonly goType = 'map[string]interface {}';
  readonly object: Mapping;
  #keys: readonly string[] | undefined;

  constructor(object: Mapping) {
    super();
    this.object = object;
  }

  get size(): number {
    return this.#names.length;
  }

  get #names(): readonly string[] {
    this.#keys ??= Object.keys(this.object);
    return this.#keys;
  }

  find(key: Value): Result | undefined {
    const raw = typeof key === 'string' ? rawMember(this.object, key) : undefined;
    return raw === undefined ? undefined : plainValue(raw);
  }

  keys(): Iterable<Value> {
    return this.#names;
  }
}

/** A list without a schema. */
export class PlainList extends ListValue {
  override readonly goType = '[]interface {}';
  readonly elements: RawList;

  constructor(elements: RawList) {
    super();
    this.elements = elements;
  }

  get size(): number {
    return this.elements.length;
  }

  at(index: number): Result {
    const raw = rawElement(this.elements, index);
    return raw === undefined ? new ErrorValue(`index out of bounds: ${index}`) : plainValue(raw);
  }
}

/** The Go type of a decoded value, as `%T` prints it. */
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
