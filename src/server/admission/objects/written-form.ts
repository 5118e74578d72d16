import { formatRfc3339, parseRfc3339 } from '../../../base/go/time.ts';
import { trimSpace } from '../../../base/go/white-space.ts';
import { createMapping, isMapping, markAsFloat } from '../../../yaml/tree.ts';
import { findDefinition } from '../../kubernetes/definitions.ts';
import { emptyFieldsIn } from '../../kubernetes/empty-values.ts';
import type { FieldType, ScalarType } from '../../kubernetes/field-type.ts';
import { isBase64 } from '../../kubernetes/formats/base64.ts';
import { quantityProblem } from '../../kubernetes/formats/quantity.ts';
import {
  formatQuantity,
  keepsNotation,
  parseQuantity,
  type QuantityValue,
  roundUpToMilli,
} from '../../kubernetes/formats/quantity-value.ts';
import { holdsIn, type Minor } from '../../kubernetes/minors.ts';
import type { Mapping, Value } from '../../kubernetes/value.ts';

/**
 * An object as expressions see it, after the server has read it into its types and converted these to JSON. Empty
 * lists, maps and scalars are removed, structs and some other fields are always present, and quantities are in their
 * canonical notation.
 *
 * Source: `ToUnstructured` in `k8s.io/apimachinery/pkg/runtime/converter.go`.
 *
 * @param definition the definition of the object, such as `core.v1.Pod`
 * @param value the decoded object, without nulls
 */
export function writtenForm(definition: string, value: Mapping, minor: Minor): Mapping {
  const written = createMapping();
  const empty = emptyFieldsIn(definition, minor);
  const always = new Set(empty.filter(({ is }) => is === 'always-written').map(({ name }) => name));
  const never = new Set(empty.filter(({ is }) => is === 'never-empty').map(({ name }) => name));
  const nullable = empty.filter(({ is }) => is === 'null-if-absent');
  const fields = findDefinition(definition)?.fields;
  for (const key of Object.keys(value)) {
    const facts = fields?.get(key);
    const member = value[key];
    if (member === undefined || member === null) continue;
    // Fields that the server does not know are lost.
    if (facts === undefined || !holdsIn(facts.minors ?? {}, minor)) continue;
    const { type } = facts;
    const result = writtenValue(type, member, minor);
    const isDropped = never.has(key)
      ? isEmptyScalar(result)
      : !always.has(key) &&
        (type.shape === 'list' || type.shape === 'map' || isBytes(type)) &&
        isEmptyCollection(result);
    if (isDropped) continue;
    written[key] = result;
    if (typeof result === 'number' && isDouble(type)) markAsFloat(written, key);
  }
  for (const name of always) {
    const type = fields?.get(name)?.type;
    if (type !== undefined && written[name] === undefined) written[name] = emptyValue(type, minor);
  }
  for (const { name } of nullable) written[name] ??= null;
  return written;
}

function writtenValue(type: FieldType, value: Value, minor: Minor): Value {
  switch (type.shape) {
    case 'scalar':
      return writtenScalar(type.scalar, value);
    case 'object':
      return isMapping(value) ? writtenForm(type.definition, value, minor) : value;
    case 'list':
      return Array.isArray(value) ? value.map((item) => writtenValue(type.of, item, minor)) : value;
    case 'map': {
      if (!isMapping(value)) return value;
      const written = createMapping();
      const isResourceList = type.of.shape === 'scalar' && type.of.scalar === 'quantity';
      for (const key of Object.keys(value)) {
        const member = value[key] ?? null;
        written[key] = isResourceList
          ? canonicalQuantity(member, roundUpToMilli)
          : writtenValue(type.of, member, minor);
      }
      return written;
    }
    case 'any':
      return value;
  }
}

/** The value that is written for a field that the object does not have. */
function emptyValue(type: FieldType, minor: Minor): Value {
  switch (type.shape) {
    case 'object':
      return writtenForm(type.definition, {}, minor);
    case 'scalar':
      break;
    default:
      return null;
  }
  switch (type.scalar) {
    case 'string':
      return '';
    case 'boolean':
      return false;
    case 'int32':
    case 'int64':
    case 'double':
    case 'int-or-string':
      return 0;
    case 'quantity':
      return '0';
    default:
      return null;
  }
}

function isEmptyScalar(value: Value): boolean {
  if (isMapping(value)) return Object.keys(value).length === 0;
  return value === '' || value === 0 || value === 0n || value === false || value === null;
}

function isDouble(type: FieldType): boolean {
  return type.shape === 'scalar' && type.scalar === 'double';
}

function isBytes(type: FieldType): boolean {
  return type.shape === 'scalar' && type.scalar === 'byte';
}

function isEmptyCollection(value: Value): boolean {
  if (Array.isArray(value) || typeof value === 'string') return value.length === 0;
  return isMapping(value) && Object.keys(value).length === 0;
}

function writtenScalar(scalar: ScalarType, value: Value): Value {
  switch (scalar) {
    case 'quantity':
      return canonicalQuantity(value, (amount) => amount);
    case 'double':
      return typeof value === 'bigint' ? Number(value) : value;
    case 'byte':
      return typeof value === 'string' ? canonicalBase64(value) : value;
    case 'date-time':
    case 'micro-time':
      return typeof value === 'string' ? canonicalTime(value, scalar) : value;
    default:
      return value;
  }
}

/**
 * The notation in which the server writes a quantity.
 *
 * @param round defaulting rounds the amounts of resource lists up to thousandths
 */
function canonicalQuantity(value: Value, round: (amount: QuantityValue) => QuantityValue): Value {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  if (quantityProblem(String(value)) !== undefined) return value;
  const amount = parseQuantity(value);
  const rounded = round(amount);
  return rounded === amount && keepsNotation(value)
    ? trimSpace(String(value))
    : formatQuantity(rounded);
}

/** The zero time of Go, in seconds since 1970. The server writes it as null. */
const ZERO_TIME = -62_135_596_800n;

/** A time is written in UTC, to the second or to the microsecond. */
function canonicalTime(text: string, scalar: 'date-time' | 'micro-time'): Value {
  const time = parseRfc3339(text);
  if (time === undefined) return text;
  const { seconds, nanos } = time;
  if (seconds === ZERO_TIME && nanos === 0) return null;
  const whole = formatRfc3339({ seconds, nanos: 0, offset: 0 });
  if (scalar === 'date-time') return whole;
  const micros = String(Math.trunc(nanos / 1000)).padStart(6, '0');
  return whole.replace(/Z$/, `.${micros}Z`);
}

/** Bytes are encoded again, without line breaks and unused bits. */
function canonicalBase64(text: string): string {
  return isBase64(text) ? btoa(atob(text)) : text;
}
