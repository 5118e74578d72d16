import { convert, type Folded } from '../../check/conversions.ts';
import { costSize, traversal } from '../../values/size.ts';
import {
  Duration,
  ErrorValue,
  noSuchOverload,
  type Result,
  Timestamp,
  TypeValue,
  Uint,
  type Value,
} from '../../values/value.ts';
import type { CallCost, Implementation, Implementations } from '../implementations.ts';

/** The overloads that convert, by what they are a conversion to. */
const CONVERSIONS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries<readonly string[]>({
    bool: ['bool_to_bool', 'string_to_bool'],
    bytes: ['bytes_to_bytes', 'string_to_bytes'],
    double: ['double_to_double', 'int64_to_double', 'string_to_double', 'uint64_to_double'],
    duration: ['duration_to_duration', 'int64_to_duration', 'string_to_duration'],
    int: [
      'int64_to_int64',
      'double_to_int64',
      'duration_to_int64',
      'string_to_int64',
      'timestamp_to_int64',
      'uint64_to_int64',
    ],
    string: [
      'string_to_string',
      'bool_to_string',
      'bytes_to_string',
      'double_to_string',
      'duration_to_string',
      'int64_to_string',
      'timestamp_to_string',
      'uint64_to_string',
    ],
    timestamp: ['timestamp_to_timestamp', 'int64_to_timestamp', 'string_to_timestamp'],
    uint: ['uint64_to_uint64', 'double_to_uint64', 'int64_to_uint64', 'string_to_uint64'],
  }),
);

const READS: ReadonlySet<string> = new Set(['string_to_bytes', 'bytes_to_string']);
const readFirst: CallCost = ([first = null]) => traversal(costSize(first));

/** Implementations of `int(x)` and its like, which are the conversions that constants go through as well. */
export function conversionImplementations(): Implementations {
  const found: Record<string, Implementation> = {};
  for (const [name, ids] of CONVERSIONS) {
    for (const id of ids) {
      const call = ([value = null]: readonly Value[]) => convertTo(name, value);
      found[id] = READS.has(id) ? { call, cost: readFirst, isCostOfOverload: true } : { call };
    }
  }
  return found;
}

/** `string(x)`, whatever overload it is. */
export function toStringValue(value: Value): Result {
  return convertTo('string', value);
}

function convertTo(name: string, value: Value): Result {
  const folded = toFolded(value);
  if (folded === undefined) return noSuchOverload();
  const converted = convert(name, folded);
  if (converted === undefined) return noSuchOverload();
  return 'error' in converted ? new ErrorValue(converted.error) : fromFolded(converted);
}

function toFolded(value: Value): Folded | undefined {
  switch (typeof value) {
    case 'boolean':
      return { type: 'bool', value };
    case 'bigint':
      return { type: 'int', value };
    case 'number':
      return { type: 'double', value };
    case 'string':
      return { type: 'string', value };
    default:
      break;
  }
  if (value === null) return { type: 'null' };
  if (value instanceof Uint) return { type: 'uint', value: value.value };
  if (value instanceof Uint8Array) return { type: 'bytes', value };
  if (value instanceof Duration) return { type: 'duration', value: value.nanoseconds };
  if (value instanceof Timestamp) {
    const { seconds, nanos, offset } = value;
    return { type: 'timestamp', seconds, nanos, offset };
  }
  return value instanceof TypeValue ? { type: 'type' } : undefined;
}

function fromFolded(folded: Folded): Result {
  switch (folded.type) {
    case 'null':
      return null;
    case 'uint':
      return new Uint(folded.value);
    case 'duration':
      return new Duration(folded.value);
    case 'timestamp':
      return new Timestamp(folded.seconds, folded.nanos, folded.offset);
    case 'list':
    case 'map':
    case 'type':
      return noSuchOverload();
    default:
      return folded.value;
  }
}
