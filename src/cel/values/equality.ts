import {
  Duration,
  ErrorValue,
  ListValue,
  MapValue,
  OpaqueValue,
  OptionalValue,
  type Result,
  Timestamp,
  TypeValue,
  Uint,
  type Value,
} from './value.ts';

/**
 * `left == right`. Numbers of different types are compared by value; values of other different types are not equal.
 * Only values that define their own equality return errors. Such an error within a list or a map counts as equal, as
 * in cel-go. Iterative, so that deep nesting does not overflow the stack.
 *
 * Source: `types.Equal` and the methods `Equal` in `common/types` of cel-go.
 */
export function equal(left: Value, right: Value): boolean | ErrorValue {
  const pairs: Pair[] = [];
  const first = compare(left, right, pairs);
  if (first !== true) return first;
  const compared = new ComparedPairs();
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [inner, other] = pair;
    if (inner instanceof ErrorValue || other instanceof ErrorValue) continue;
    if (compared.has(inner, other)) continue;
    if (compare(inner, other, pairs) === false) return false;
  }
  return true;
}

type Pair = readonly [left: Result, right: Result];

/** The number of pairs that are compared before pairs are recorded: most values have fewer parts. */
const UNRECORDED_PAIRS = 10_000;

/**
 * The pairs of lists and maps that were compared before. A value that contains another value twice, which contains
 * another one twice, and so on, has exponentially many parts, but few different ones.
 */
class ComparedPairs {
  readonly #known = new Map<Value, Set<Value>>();
  #count = 0;

  /** Reports whether a pair was compared before. Records the pair. */
  has(left: Value, right: Value): boolean {
    if (this.#count++ < UNRECORDED_PAIRS) return false;
    if (!(left instanceof ListValue || left instanceof MapValue)) return false;
    const others = this.#known.get(left);
    if (others === undefined) this.#known.set(left, new Set([right]));
    else if (others.has(right)) return true;
    else others.add(right);
    return false;
  }
}

/** Compares two values without their elements, which it adds to `pairs`. */
function compare(left: Value, right: Value, pairs: Pair[]): boolean | ErrorValue {
  if (left === null || right === null) return left === right;
  if (typeof left === 'number' || typeof left === 'bigint' || left instanceof Uint) {
    return compareNumbers(left, right) === 0;
  }
  if (typeof left !== 'object') return left === right;
  if (left instanceof ListValue) return compareLists(left, right, pairs);
  if (left instanceof MapValue) return compareMaps(left, right, pairs);
  if (left instanceof OpaqueValue) return left.equals(right);
  if (left instanceof Uint8Array) {
    return right instanceof Uint8Array && compareBytes(left, right) === 0;
  }
  if (left instanceof Duration) {
    return right instanceof Duration && left.nanoseconds === right.nanoseconds;
  }
  if (left instanceof Timestamp) {
    return right instanceof Timestamp && compareTimestamps(left, right) === 0;
  }
  if (left instanceof TypeValue) return right instanceof TypeValue && left.name === right.name;
  return compareOptionals(left, right, pairs);
}

function compareOptionals(left: OptionalValue, right: Value, pairs: Pair[]): boolean | ErrorValue {
  let [a, b]: readonly [Value, Value] = [left, right];
  while (a instanceof OptionalValue) {
    if (!(b instanceof OptionalValue)) return false;
    if (a.value === undefined || b.value === undefined) return a.value === b.value;
    [a, b] = [a.value, b.value];
  }
  return compare(a, b, pairs);
}

function compareLists(left: ListValue, right: Value, pairs: Pair[]): boolean | ErrorValue {
  const own = left.equals(right);
  if (own !== undefined) return own;
  if (!(right instanceof ListValue) || left.size !== right.size) return false;
  for (let index = left.size - 1; index >= 0; index--)
    pairs.push([left.at(index), right.at(index)]);
  return true;
}

function compareMaps(left: MapValue, right: Value, pairs: Pair[]): boolean | ErrorValue {
  const own = left.equals(right);
  if (own !== undefined) return own;
  if (!(right instanceof MapValue) || left.size !== right.size) return false;
  for (const key of left.keys()) {
    const value = left.find(key);
    const other = right.find(key);
    if (value === undefined || other === undefined) return false;
    pairs.push([value, other]);
  }
  return true;
}

/**
 * Compares two numbers, also of different types: -1 if the first is less, 0 if they are equal, 1 if it is greater.
 * Returns undefined if one of them is NaN or not a number. An int or a uint is compared with a double as a double.
 *
 * Source: `common/types/compare.go` of cel-go.
 */
export function compareNumbers(left: Value, right: Value): -1 | 0 | 1 | undefined {
  const a = left instanceof Uint ? left.value : left;
  const b = right instanceof Uint ? right.value : right;
  if (typeof a === 'bigint' && typeof b === 'bigint') return order(a, b);
  if (typeof a !== 'number' && typeof a !== 'bigint') return undefined;
  if (typeof b !== 'number' && typeof b !== 'bigint') return undefined;
  const [x, y] = [Number(a), Number(b)];
  return Number.isNaN(x) || Number.isNaN(y) ? undefined : order(x, y);
}

/** -1, 0 or 1: whether a value is less than another one, equal or greater. */
export function order<T extends bigint | number | boolean>(a: T, b: T): -1 | 0 | 1 {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

export function compareBytes(left: Uint8Array, right: Uint8Array): -1 | 0 | 1 {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const found = order(left[index] ?? 0, right[index] ?? 0);
    if (found !== 0) return found;
  }
  return order(left.length, right.length);
}

export function compareTimestamps(left: Timestamp, right: Timestamp): -1 | 0 | 1 {
  const found = order(left.seconds, right.seconds);
  return found === 0 ? order(left.nanos, right.nanos) : found;
}
