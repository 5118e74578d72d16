import { INT64_MAX, INT64_MIN } from '../../base/go/integers.ts';
import { parseRfc3339 } from '../../base/go/time.ts';
import { writtenAsFloat } from '../../yaml/index.ts';
import { isList, isMapping } from '../../yaml/tree.ts';
import type { ScalarType } from '../kubernetes/field-type.ts';
import { isBase64 } from '../kubernetes/formats/base64.ts';
import { quantityProblem } from '../kubernetes/formats/quantity.ts';
import type { Value } from '../kubernetes/value.ts';
import type { ActualType, ExpectedType, ScalarProblem } from './problem.ts';

const INT32: readonly [bigint, bigint] = [-(2n ** 31n), 2n ** 31n - 1n];
const INT64: readonly [bigint, bigint] = [INT64_MIN, INT64_MAX];

/**
 * The problem that the decoder reports for a value where a scalar belongs. Undefined if it accepts the value.
 *
 * @param container the list or mapping that has the value at the key: it knows how numbers are written
 */
export function scalarProblem(
  scalar: ScalarType,
  value: Exclude<Value, null>,
  container: object,
  key: string | number,
): ScalarProblem | undefined {
  switch (scalar) {
    case 'string':
      return typeof value === 'string' ? undefined : wrongType('string', value);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : wrongType('boolean', value);
    case 'int32':
      return integerProblem(value, INT32, 'integer', writtenAsFloat(container, key));
    case 'int64':
      return integerProblem(value, INT64, 'integer', writtenAsFloat(container, key));
    case 'int-or-string':
      if (typeof value === 'string') return undefined;
      return integerProblem(value, INT32, 'integer or string', writtenAsFloat(container, key));
    case 'double':
      if (typeof value === 'bigint') return undefined;
      if (typeof value !== 'number') return wrongType('number', value);
      return Number.isFinite(value) ? undefined : { kind: 'number-out-of-range' };
    case 'quantity':
      return quantityValueProblem(value);
    case 'byte':
      return bytesProblem(value);
    case 'date-time':
      if (typeof value !== 'string') return wrongType('time', value);
      return parseRfc3339(value) === undefined ? { kind: 'time', value } : undefined;
    case 'micro-time':
      if (typeof value !== 'string') return wrongType('time', value);
      return isMicroTime(value) ? undefined : { kind: 'micro-time', value };
    case 'schema-or-bool':
      return typeof value === 'boolean' ? undefined : wrongType('schema or boolean', value);
    // Here the server ignores a scalar.
    case 'schema-or-array':
    case 'schema-or-strings':
      return undefined;
  }
}

function integerProblem(
  value: Exclude<Value, null>,
  [min, max]: readonly [bigint, bigint],
  expected: ExpectedType,
  isWrittenAsFloat: boolean,
): ScalarProblem | undefined {
  if (typeof value !== 'number' && typeof value !== 'bigint') return wrongType(expected, value);
  if (
    typeof value === 'number' &&
    (!Number.isInteger(value) || Math.abs(value) >= 1e21 || isWrittenAsFloat)
  ) {
    return { kind: 'not-an-integer', value };
  }
  return value < min || value > max || value === MIN_DOUBLE
    ? { kind: 'integer-out-of-range', value, min, max }
    : undefined;
}

/**
 * The smallest int64 as a double, which clients send as -9223372036854776000; written as an integer, it is a bigint.
 */
const MIN_DOUBLE = -(2 ** 63);

function quantityValueProblem(value: Exclude<Value, null>): ScalarProblem | undefined {
  if (typeof value === 'bigint') return undefined;
  // The server reads a number that is out of range as the largest quantity.
  if (typeof value === 'number') return undefined;
  if (typeof value !== 'string') return wrongType('quantity', value);
  const reason = quantityProblem(value);
  return reason === undefined ? undefined : { kind: 'quantity', value, reason };
}

/** Reports whether a value of any type has a number that Go cannot read. */
export function hasNumberOutOfRange(value: Value): boolean {
  const left = [value];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (typeof one === 'number' && !Number.isFinite(one)) return true;
    if (isList(one) || isMapping(one)) for (const member of Object.values(one)) left.push(member);
  }
  return false;
}

/** Go's layout `2006-01-02T15:04:05.000000Z07:00`: as RFC 3339, with exactly six digits after the second. */
function isMicroTime(text: string): boolean {
  return /[.,]\d{6}(?!\d)/.test(text) && parseRfc3339(text) !== undefined;
}

/** Bytes are base64 text; Go also takes a list of the numbers of the bytes. */
function bytesProblem(value: Exclude<Value, null>): ScalarProblem | undefined {
  if (typeof value === 'string') return isBase64(value) ? undefined : { kind: 'base64', value };
  return isList(value) && areBytes(value) ? undefined : wrongType('base64 text', value);
}

/** Reports whether a list contains bytes, as numbers. A null counts as 0. */
export function areBytes(list: readonly Value[]): boolean {
  return list.every(
    (byte, index) =>
      byte === null ||
      (typeof byte === 'number' &&
        Number.isInteger(byte) &&
        byte >= 0 &&
        byte <= 255 &&
        !writtenAsFloat(list, index)),
  );
}

/** The problem of a value that has another JSON type than its field. */
export function wrongType(
  expected: ExpectedType,
  value: Exclude<Value, null>,
): ScalarProblem & { readonly kind: 'wrong-type' } {
  return { kind: 'wrong-type', expected, actual: actualType(value) };
}

function actualType(value: Exclude<Value, null>): ActualType {
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
