import { goQuote } from '../../../base/go/quote.ts';
import type { StructMaker } from '../../../cel/evaluate/literals.ts';
import { ArrayList, EntryMap } from '../../../cel/values/collections.ts';
import { equal } from '../../../cel/values/equality.ts';
import {
  ErrorValue,
  ListValue,
  MapValue,
  OpaqueValue,
  OptionalValue,
  type Result,
  TypeValue,
  type Value,
} from '../../../cel/values/value.ts';
import { JSON_PATCH, OBJECT } from '../types/declared-types.ts';
import { PlainList, PlainMap } from './plain-values.ts';

type Fields = ReadonlyMap<string, Value>;

/** A value such as `Object.spec{replicas: 3}`. Source: `pkg/cel/mutation/dynamic/objects.go` of the API server. */
export class ObjectValue extends OpaqueValue {
  readonly type: TypeValue;
  readonly fields: Fields;

  constructor(name: string, fields: Fields) {
    super();
    this.type = new TypeValue(name);
    this.fields = fields;
  }

  override get members(): Fields {
    return this.fields;
  }

  /** Only a field of an object whose type is known can be read. The server converts the whole object to JSON for it. */
  override field(name: string, isTyped: boolean): Result | undefined {
    if (!isTyped) return undefined;
    if (!isReadable(this.fields)) return new ErrorValue(`cannot get field ${goQuote(name)}`);
    return nativeValue(this.fields.get(name) ?? null);
  }

  override get isZero(): boolean {
    return this.fields.size === 0;
  }

  override isSet(name: string, isTyped: boolean): boolean {
    return isTyped && isReadable(this.fields) && this.fields.has(name);
  }

  override equals(other: Value): boolean {
    if (!(other instanceof ObjectValue) || other.type.name !== this.type.name) return false;
    return haveEqualFields(this.fields, other.fields);
  }
}

/** A value such as `JSONPatch{op: "remove", path: "/spec/x"}`. Source: `pkg/cel/mutation/jsonpatch.go` there. */
export class JsonPatchValue extends OpaqueValue {
  readonly type = new TypeValue(JSON_PATCH);
  readonly fields: Fields;

  constructor(fields: Fields) {
    super();
    this.fields = fields;
  }

  /** A field with a string; empty if it is absent. */
  string(name: 'op' | 'path' | 'from'): string {
    const value = this.fields.get(name);
    return typeof value === 'string' ? value : '';
  }

  override get members(): Fields {
    return this.fields;
  }

  override equals(other: Value): boolean {
    return other instanceof JsonPatchValue && haveEqualFields(this.fields, other.fields);
  }

  override field(name: string): Result {
    if (name === 'value') return this.fields.get(name) ?? null;
    return isText(name) ? this.string(name) : new ErrorValue(`unsupported indexer: ${name}`);
  }

  override isSet(name: string): boolean | ErrorValue {
    if (name === 'value') return this.fields.has(name);
    return isText(name) ? this.string(name) !== '' : new ErrorValue(`unsupported field: ${name}`);
  }
}

function isText(name: string): name is 'op' | 'path' | 'from' {
  return name === 'op' || name === 'path' || name === 'from';
}

/** Returns true if the server can convert an object to JSON. The keys of the maps in its fields must be strings. */
function isReadable(fields: Fields): boolean {
  return [...fields.values()].map(unwrapped).every((value) => {
    return (
      !(value instanceof MapValue) || [...value.keys()].every((key) => typeof key === 'string')
    );
  });
}

function unwrapped(value: Value): Value {
  return value instanceof OptionalValue ? unwrapped(value.value ?? null) : value;
}

/** Converts a value to JSON and back, as the server does before an expression reads it. */
function nativeValue(given: Value): Result {
  const value = unwrapped(given);
  if (value instanceof TypeValue) return value.name;
  if (value instanceof PlainList || value instanceof PlainMap) return value;
  if (value instanceof ListValue) {
    return new ArrayList([...value].map((item) => nativeElement(item)));
  }
  if (value instanceof MapValue) return nativeMap(value.keys(), (key) => value.find(key));
  if (value instanceof ObjectValue) {
    return nativeMap(value.fields.keys(), (name) => value.fields.get(String(name)));
  }
  if (!(value instanceof OpaqueValue) || value instanceof JsonPatchValue) return value;
  return new ErrorValue(`unsupported conversion to ref.Val: ${value}`);
}

function nativeElement(value: Result): Result {
  return value instanceof ErrorValue ? value : nativeValue(value);
}

function nativeMap(
  keys: Iterable<Value>,
  find: (key: Value) => Result | undefined,
): MapValue | ErrorValue {
  const entries: (readonly [Value, Value])[] = [];
  for (const key of keys) {
    const value = nativeElement(find(key) ?? null);
    if (value instanceof ErrorValue) return value;
    entries.push([key, value]);
  }
  return new EntryMap(entries);
}

function haveEqualFields(a: Fields, b: Fields): boolean {
  return (
    a.size === b.size &&
    [...a].every(([name, value]) => {
      const other = b.get(name);
      return other !== undefined && equal(value, other) === true;
    })
  );
}

/** Creates the structs of mutations by the names of their types. */
export function findPatchStruct(name: string): StructMaker | undefined {
  if (name === JSON_PATCH) return makeJsonPatch;
  return name === OBJECT || name.startsWith(`${OBJECT}.`)
    ? (fields) => new ObjectValue(name, fields)
    : undefined;
}

const makeJsonPatch: StructMaker = (fields) => {
  const unknown = [...fields.keys()].find(
    (name) => !['op', 'path', 'from', 'value'].includes(name),
  );
  return unknown === undefined
    ? new JsonPatchValue(fields)
    : new ErrorValue(`unexpected JSONPatchType field: ${unknown}`);
};
