import { parseRfc3339 } from '../go/time.ts';
import type { ScalarType } from '../kubernetes/definitions.ts';
import { isBase64 } from '../kubernetes/formats/base64.ts';
import { quantityProblem } from '../kubernetes/formats/quantity.ts';
import type { Value } from '../kubernetes/value.ts';
import type { ActualType, DecodeProblem, ExpectedType } from './problem.ts';

/** What is wrong with a scalar, without its place. */
export type ScalarProblem =
  | Pick<DecodeProblem & { kind: 'wrong-type' }, 'kind' | 'expected' | 'actual'>
  | Pick<DecodeProblem & { kind: 'not-an-integer' }, 'kind' | 'value'>
  | Pick<DecodeProblem & { kind: 'integer-out-of-range' }, 'kind' | 'value' | 'min' | 'max'>
  | Pick<DecodeProblem & { kind: 'number-out-of-range' }, 'kind'>
  | Pick<DecodeProblem & { kind: 'quantity' }, 'kind' | 'value' | 'reason'>
  | Pick<DecodeProblem & { kind: 'base64' }, 'kind' | 'value'>
  | Pick<DecodeProblem & { kind: 'time' }, 'kind' | 'value'>;

const INT32: readonly [bigint, bigint] = [-(2n ** 31n), 2n ** 31n - 1n];
const INT64: readonly [bigint, bigint] = [-(2n ** 63n), 2n ** 63n - 1n];

/**
 * What the decoder has against a value where a scalar belongs; undefined where it takes it. Null is
 * fine everywhere.
 *
 * @param isFloat whether the number is written so that the server gets a point or an exponent
 */
export function scalarProblem(
  scalar: ScalarType,
  value: Value,
  isFloat: () => boolean,
): ScalarProblem | undefined {
  if (value === null) return undefined;
  switch (scalar) {
    case 'string':
      return typeof value === 'string' ? undefined : wrongType('string', value);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : wrongType('boolean', value);
    case 'int32':
      return integerProblem(value, INT32, isFloat, 'integer');
    case 'int64':
      return integerProblem(value, INT64, isFloat, 'integer');
    case 'int-or-string':
      if (typeof value === 'string') return undefined;
      return integerProblem(value, INT32, isFloat, 'integer or string');
    case 'double':
      if (typeof value === 'bigint') return undefined;
      if (typeof value !== 'number') return wrongType('number', value);
      return Number.isFinite(value) ? undefined : { kind: 'number-out-of-range' };
    case 'quantity':
      return quantityValueProblem(value);
    case 'byte':
      return bytesProblem(value, isFloat);
    case 'date-time':
      if (typeof value !== 'string') return wrongType('time', value);
      return parseRfc3339(value) === undefined ? { kind: 'time', value } : undefined;
    case 'schema-or-bool':
      if (typeof value === 'boolean' || actualType(value) === 'object') return undefined;
      return wrongType('schema or boolean', value);
    // These two take any scalar for nothing at all.
    case 'schema-or-array':
    case 'schema-or-strings':
      return undefined;
  }
}

function integerProblem(
  value: Exclude<Value, null>,
  [min, max]: readonly [bigint, bigint],
  isFloat: () => boolean,
  expected: ExpectedType,
): ScalarProblem | undefined {
  if (typeof value !== 'number' && typeof value !== 'bigint') return wrongType(expected, value);
  if (
    typeof value === 'number' &&
    (!Number.isInteger(value) || Math.abs(value) >= 1e21 || isFloat())
  ) {
    return { kind: 'not-an-integer', value };
  }
  return value < min || value > max ? { kind: 'integer-out-of-range', value, min, max } : undefined;
}

function quantityValueProblem(value: Exclude<Value, null>): ScalarProblem | undefined {
  if (typeof value === 'bigint') return undefined;
  if (typeof value === 'number') {
    return Number.isFinite(value) ? undefined : { kind: 'number-out-of-range' };
  }
  if (typeof value !== 'string') return wrongType('quantity', value);
  const reason = quantityProblem(value);
  return reason === undefined ? undefined : { kind: 'quantity', value, reason };
}

/** Bytes are base64 text; Go also takes a list of the numbers of the bytes. */
function bytesProblem(
  value: Exclude<Value, null>,
  isFloat: () => boolean,
): ScalarProblem | undefined {
  if (typeof value === 'string') return isBase64(value) ? undefined : { kind: 'base64', value };
  if (!isList(value)) return wrongType('base64 text', value);
  return areBytes(value) && !isFloat() ? undefined : wrongType('base64 text', value);
}

/** Tells whether a list is one of bytes, as numbers; null counts as 0. */
export function areBytes(list: readonly Value[]): boolean {
  return list.every(
    (byte) =>
      byte === null ||
      (typeof byte === 'number' && Number.isInteger(byte) && byte >= 0 && byte <= 255),
  );
}

/** The problem of a value that has another JSON type than its field. */
export function wrongType(expected: ExpectedType, value: Exclude<Value, null>): ScalarProblem {
  return { kind: 'wrong-type', expected, actual: actualType(value) };
}

/** The JSON type of a value. */
export function actualType(value: Exclude<Value, null>): ActualType {
  if (isList(value)) return 'list';
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return typeof value === 'string' ? 'string' : 'boolean';
    case 'number':
    case 'bigint':
      return 'number';
    default:
      return 'object';
  }
}

/** `Array.isArray` does not tell a readonly list from the rest of the union. */
export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
