import { shortestDecimal } from '../../go/shortest-decimal.ts';
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
} from '../values/value.ts';
import { NestedText, resolveText } from './nested-text.ts';

/** The name of the type that a value has in Go, as errors have it: `%T`. */
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
  return '*types.baseObject';
}

/** A value as Go prints it in errors: `%v`. Exact for scalars. */
export function goText(value: Result): string {
  return resolveText(textOf(value));
}

function textOf(value: Result): string | NestedText<never> {
  if (typeof value === 'number') return shortestDecimal(value);
  if (value === null) return 'null';
  if (typeof value !== 'object') return String(value);
  if (value instanceof ErrorValue) return value.message;
  if (value instanceof Uint) return String(value.value);
  if (value instanceof Uint8Array) return `[${[...value].join(' ')}]`;
  if (value instanceof TypeValue) return value.name;
  if (value instanceof OptionalValue) {
    if (value.value === undefined) return 'optional.none()';
    return new NestedText(textsOf([value.value]), ([inner]) => `optional(${inner})`);
  }
  if (value instanceof ListValue) {
    return new NestedText(textsOf(value), (texts) => `[${texts.join(', ')}]`);
  }
  if (value instanceof MapValue) {
    return new NestedText(entryTexts(value), (texts) => `{${texts.join(', ')}}`);
  }
  return goTypeName(value);
}

function* textsOf(values: Iterable<Result>): Iterable<string | NestedText<never>> {
  for (const value of values) yield textOf(value);
}

function* entryTexts(map: MapValue): Iterable<NestedText<never>> {
  for (const key of map.keys()) {
    const entry = [key, map.find(key) ?? null];
    yield new NestedText(textsOf(entry), (texts) => texts.join(': '));
  }
}
