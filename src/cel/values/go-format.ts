import { shortestDecimal } from '../../base/go/shortest-decimal.ts';
import { joinParts, NestedString, NestedStrings, resolveString } from './nested-string.ts';
import {
  Duration,
  ErrorValue,
  ListValue,
  MapValue,
  OptionalValue,
  type Result,
  Timestamp,
  TypeValue,
  Uint,
} from './value.ts';

/** The Go type of a value, as Go prints it in error messages with `%T`. */
export function goTypeName(value: Result): string {
  switch (typeof value) {
    case 'boolean':
      return 'types.Bool';
    case 'bigint':
      return 'types.Int';
    case 'number':
      return 'types.Double';
    case 'string':
      return 'types.String';
    default:
      break;
  }
  if (value === null) return 'types.Null';
  if (value instanceof ErrorValue) return '*types.Err';
  if (value instanceof Uint) return 'types.Uint';
  if (value instanceof Uint8Array) return 'types.Bytes';
  if (value instanceof Duration) return 'types.Duration';
  if (value instanceof Timestamp) return 'types.Timestamp';
  if (value instanceof TypeValue) return '*types.Type';
  if (value instanceof OptionalValue) return '*types.Optional';
  if (value instanceof ListValue || value instanceof MapValue) return value.goType;
  return value.goType;
}

/** A value as Go prints it in error messages with `%v`. Exact for scalars only. */
export function goFormat(value: Result): string {
  return resolveString(format(value, new NestedStrings()));
}

type Collections = NestedStrings<object, never>;

function format(value: Result, known: Collections): string | NestedString<never> {
  if (typeof value === 'number') return shortestDecimal(value);
  if (value === null) return 'null';
  if (typeof value !== 'object') return String(value);
  if (value instanceof ErrorValue) return value.message;
  if (value instanceof Uint) return String(value.value);
  if (value instanceof Uint8Array) return `[${[...value].join(' ')}]`;
  if (value instanceof TypeValue) return value.name;
  if (value instanceof OptionalValue) {
    if (value.value === undefined) return 'optional.none()';
    const { value: inner } = value;
    return known.of(
      value,
      () => new NestedString(formatAll([inner], known), ([part]) => `optional(${part})`),
    );
  }
  if (value instanceof ListValue) {
    return known.of(
      value,
      () =>
        new NestedString(formatAll(value, known), (elements) => `[${joinParts(elements, ', ')}]`),
    );
  }
  if (value instanceof MapValue) {
    return known.of(
      value,
      () =>
        new NestedString(formatEntries(value, known), (entries) => `{${joinParts(entries, ', ')}}`),
    );
  }
  return goTypeName(value);
}

function* formatAll(
  values: Iterable<Result>,
  known: Collections,
): Iterable<string | NestedString<never>> {
  for (const value of values) yield format(value, known);
}

function* formatEntries(map: MapValue, known: Collections): Iterable<NestedString<never>> {
  for (const key of map.keys()) {
    const entry = [key, map.find(key) ?? null];
    yield new NestedString(formatAll(entry, known), (parts) => joinParts(parts, ': '));
  }
}
