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
  if (typeof value === 'number') return goDouble(value);
  if (value === null) return 'null';
  if (typeof value !== 'object') return String(value);
  if (value instanceof ErrorValue) return value.message;
  if (value instanceof Uint) return String(value.value);
  if (value instanceof Uint8Array) return `[${[...value].join(' ')}]`;
  if (value instanceof TypeValue) return value.name;
  if (value instanceof OptionalValue) {
    return value.value === undefined ? 'optional.none()' : `optional(${goText(value.value)})`;
  }
  if (value instanceof ListValue) return `[${[...value].map(goText).join(', ')}]`;
  if (value instanceof MapValue) {
    const entries = [...value.keys()].map(
      (key) => `${goText(key)}: ${goText(value.find(key) ?? null)}`,
    );
    return `{${entries.join(', ')}}`;
  }
  return goTypeName(value);
}

/** A double as `%v` has it: with an exponent below 1e-4 and from 1e21 on. */
function goDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value < 0 ? '-Inf' : '+Inf';
  if (Object.is(value, -0)) return '-0';
  const size = Math.abs(value);
  if (size === 0 || (size >= 1e-4 && size < 1e21)) return String(value);
  return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
}
