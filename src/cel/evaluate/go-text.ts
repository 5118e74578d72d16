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
import { NestedText, NestedTexts, resolveText } from './nested-text.ts';

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
  return resolveText(textOf(value, new NestedTexts()));
}

type KnownTexts = NestedTexts<object, never>;

function textOf(value: Result, known: KnownTexts): string | NestedText<never> {
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
      () => new NestedText(textsOf([inner], known), ([text]) => `optional(${text})`),
    );
  }
  if (value instanceof ListValue) {
    return known.of(
      value,
      () => new NestedText(textsOf(value, known), (texts) => `[${texts.join(', ')}]`),
    );
  }
  if (value instanceof MapValue) {
    return known.of(
      value,
      () => new NestedText(entryTexts(value, known), (texts) => `{${texts.join(', ')}}`),
    );
  }
  return goTypeName(value);
}

function* textsOf(
  values: Iterable<Result>,
  known: KnownTexts,
): Iterable<string | NestedText<never>> {
  for (const value of values) yield textOf(value, known);
}

function* entryTexts(map: MapValue, known: KnownTexts): Iterable<NestedText<never>> {
  for (const key of map.keys()) {
    const entry = [key, map.find(key) ?? null];
    yield new NestedText(textsOf(entry, known), (texts) => texts.join(': '));
  }
}
