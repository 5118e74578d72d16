import {
  ListValue,
  MapValue,
  OpaqueValue,
  TypeValue,
  type Value,
} from '../../../cel/values/value.ts';
import {
  intOf,
  isRawMapping,
  Native,
  PlainList,
  PlainMap,
  type Raw,
  type RawList,
  rawElement,
  rawMember,
} from './plain-values.ts';

const UNKNOWN_TYPE = new TypeValue('unknown');

/**
 * A value without a schema in an object with `x-kubernetes-preserve-unknown-fields`. Expressions can only access the
 * object that contains it.
 */
export class UntypedValue extends OpaqueValue {
  readonly type = UNKNOWN_TYPE;
  readonly #raw: Raw;

  constructor(raw: Raw) {
    super();
    this.#raw = raw;
  }

  override equals(other: Value): boolean {
    return deepEqual(this.#raw, other instanceof UntypedValue ? other.#raw : goValueOf(other));
  }
}

/** The Go value behind a value: the contents of an object, or a computed value, which equals no such contents. */
function goValueOf(value: Value): Raw | RawList {
  const plain = value instanceof MapValue || value instanceof ListValue ? value.plain : value;
  if (plain instanceof PlainMap) return plain.object;
  if (plain instanceof PlainList) return plain.elements;
  const isScalar = ['boolean', 'bigint', 'string'].includes(typeof plain);
  return isScalar ? (plain as boolean | bigint | string) : new Native(plain);
}

type Pair = readonly [Raw | RawList | undefined, Raw | RawList | undefined];

/**
 * Reports whether two values of objects are equal. The comparison is iterative, so that deep nesting does not overflow
 * the stack.
 *
 * Source: `equality.Semantic.DeepEqual` of apimachinery.
 */
export function deepEqual(
  left: Raw | RawList | undefined,
  right: Raw | RawList | undefined,
): boolean {
  const pairs: Pair[] = [[left, right]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    if (!shallowEqual(pair, pairs)) return false;
  }
  return true;
}

function shallowEqual([a, b]: Pair, pairs: Pair[]): boolean {
  const [number, other] = [numberOf(a), numberOf(b)];
  if (number !== undefined || other !== undefined) return number === other;
  if (a instanceof Native || b instanceof Native) return a === b;
  if (isRawList(a) || isRawList(b)) {
    if (!isRawList(a) || !isRawList(b) || a.length !== b.length) return false;
    for (const index of a.keys()) pairs.push([rawElement(a, index), rawElement(b, index)]);
    return true;
  }
  if (isRawMapping(a) && isRawMapping(b)) {
    const names = Object.keys(a);
    if (names.length !== Object.keys(b).length) return false;
    for (const name of names) pairs.push([rawMember(a, name), rawMember(b, name)]);
    return true;
  }
  return a === b;
}

function isRawList(value: Raw | RawList | undefined): value is RawList {
  return Array.isArray(value);
}

/** A number as Go has it: an int is not a double. */
function numberOf(raw: Raw | RawList | undefined): bigint | number | undefined {
  const value = raw instanceof Native ? raw.value : raw;
  if (typeof value === 'bigint') return intOf(value) ?? Number(value);
  if (typeof value !== 'number') return undefined;
  return raw instanceof Native ? value : (intOf(value) ?? value);
}
