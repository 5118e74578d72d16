import { ConcatList } from '../../../cel/values/collections.ts';
import { convert } from '../../../cel/values/conversions.ts';
import {
  Duration,
  ErrorValue,
  ListValue,
  MapValue,
  OptionalValue,
  type Result,
  Timestamp,
  TypeValue,
  typeOfValue,
  Uint,
  type Value,
} from '../../../cel/values/value.ts';
import { createMapping } from '../../../yaml/tree.ts';
import { ObjectValue } from '../../expressions/values/patch-values.ts';
import { typedConversionError } from '../../expressions/values/typed-values.ts';
import { base64Of } from '../../kubernetes/formats/base64-bytes.ts';
import type { Value as JsonValue } from '../../kubernetes/value.ts';

/** A value of an expression as JSON, or why there is none. */
type Native =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly error: string };

/**
 * Converts the value of an expression to JSON, as the value of an operation of a JSON patch.
 *
 * Source: `ConvertToNative` to `structpb.Value` of the types of cel-go: ints that a double cannot hold are strings.
 */
export function patchValue(value: Value): Native {
  return nativeValue(value);
}

const NONE: Native = { ok: false, error: 'optional.none() dereference' };

function nativeValue(value: Value): Native {
  if (value === null || typeof value === 'boolean' || typeof value === 'string')
    return given(value);
  if (typeof value === 'number') return given(value);
  if (typeof value === 'bigint')
    return given(Number.isSafeInteger(Number(value)) ? Number(value) : String(value));
  if (value instanceof Uint) return nativeValue(value.value);
  if (value instanceof OptionalValue) {
    return value.value === undefined ? NONE : nativeValue(value.value);
  }
  const typed = typedConversionError(value);
  if (typed !== undefined) return { ok: false, error: typed };
  if (value instanceof ObjectValue) return nativeFields(value.fields);
  if (value instanceof ListValue) {
    const items: JsonValue[] = [];
    for (const item of value) {
      if (item instanceof ErrorValue) return { ok: false, error: item.message };
      const native = nativeValue(item);
      if (!native.ok) return native;
      items.push(native.value);
    }
    return given(items);
  }
  if (value instanceof MapValue) return nativeMap(value);
  if (value instanceof Uint8Array) {
    return given(base64Of(value));
  }
  if (value instanceof Duration || value instanceof Timestamp) {
    const text = convert('string', value);
    if (typeof text === 'string') return given(text);
  }
  return { ok: false, error: conversionError(value) };
}

/** The server's message for a value that JSON does not have. */
function conversionError(value: Value): string {
  if (value instanceof TypeValue) return "type conversion not supported for 'type'";
  const { name } = typeOfValue(value);
  const shown = name.replace(/^(?:kubernetes|net)\.(?:Named)?(?=[A-Z]\w*$)/, '');
  return `type conversion error from '${shown}' to '*structpb.Value'`;
}

function given(value: JsonValue): Native {
  return { ok: true, value };
}

function nativeFields(fields: Iterable<readonly [string, Value]>): Native {
  const object = createMapping();
  for (const [name, value] of fields) {
    const native = nativeValue(value);
    if (!native.ok) return native;
    object[name] = native.value;
  }
  return given(object);
}

function nativeMap(map: MapValue): Native {
  const fields: [string, Value][] = [];
  for (const key of map.keys()) {
    const value = map.find(key);
    if (value instanceof ErrorValue) return { ok: false, error: value.message };
    if (typeof key !== 'string') return { ok: false, error: keyError(key) };
    fields.push([key, value ?? null]);
  }
  return nativeFields(fields);
}

function keyError(key: Value): string {
  const { name } = typeOfValue(key);
  return typeof key === 'boolean'
    ? "type conversion error from bool to 'string'"
    : `unsupported type conversion from '${name}' to string`;
}

/**
 * The names of types that do not match the names of the fields that they are the values of, as the server's errors.
 *
 * Source: `CheckTypeNamesMatchFieldPathNames` in `pkg/cel/mutation/dynamic/objects.go` of the API server.
 */
export function typeNameErrors(value: Value, path: readonly string[]): readonly string[] {
  if (value instanceof ObjectValue) {
    const name = value.type.name;
    const expected = path.join('.');
    const own =
      name === expected
        ? []
        : [
            `unexpected type name "${name}", expected "${expected}", which matches field name path from root Object type`,
          ];
    return [
      ...own,
      ...[...value.fields].flatMap(([field, inner]) => typeNameErrors(inner, [...path, field])),
    ];
  }
  // The server does not look into concatenated lists.
  if (value instanceof ListValue && !(value instanceof ConcatList)) {
    return [...value].flatMap((item) => typeNameErrorsOf(item, path));
  }
  if (value instanceof MapValue) {
    return [...value.keys()].flatMap((key) => typeNameErrorsOf(value.find(key), path));
  }
  return [];
}

function typeNameErrorsOf(value: Result | undefined, path: readonly string[]): readonly string[] {
  return value === undefined || value instanceof ErrorValue ? [] : typeNameErrors(value, path);
}
