import { goTypeName } from './go-format.ts';
import { GoPanic } from './go-panic.ts';
import {
  ErrorValue,
  ListValue,
  MapValue,
  OpaqueValue,
  type Result,
  Uint,
  type Value,
} from './value.ts';

export class ArrayList extends ListValue {
  readonly #elements: readonly Result[];

  constructor(elements: readonly Result[]) {
    super();
    this.#elements = elements;
  }

  get size(): number {
    return this.#elements.length;
  }

  at(index: number): Result {
    const element = this.#elements[index];
    return element === undefined ? new ErrorValue(`index out of bounds: ${index}`) : element;
  }

  override [Symbol.iterator](): Iterator<Result> {
    return this.#elements[Symbol.iterator]();
  }
}

/** A list that functions of Go return as `[]string`. */
export class StringList extends ArrayList {}

/** The elements of a list; the first error if an element is an error. */
export function elementsOf(list: ListValue): readonly Value[] | ErrorValue {
  const elements: Value[] = [];
  for (const element of list) {
    if (element instanceof ErrorValue) return element;
    elements.push(element);
  }
  return elements;
}

/** A map from strings, ints, uints, doubles and booleans to values, in the order in which the entries were set. */
export class EntryMap extends MapValue {
  readonly #entries = new Map<Value, { readonly key: Value; readonly value: Value }>();
  /** The entries with uints as keys. Uints are objects, which a JavaScript map compares by identity. */
  readonly #unsigned = new Map<bigint, { readonly key: Value; readonly value: Value }>();
  readonly #keys: Value[] = [];

  constructor(entries: Iterable<readonly [key: Value, value: Value]> = []) {
    super();
    for (const [key, value] of entries) this.set(key, value);
  }

  get size(): number {
    return this.#keys.length;
  }

  /** Only for the code that creates the map: it must not change after others can see it. */
  set(key: Value, value: Value): void {
    if (key instanceof Uint) {
      if (!this.#unsigned.has(key.value)) this.#keys.push(key);
      this.#unsigned.set(key.value, { key, value });
      return;
    }
    if (!this.#entries.has(key)) this.#keys.push(key);
    this.#entries.set(key, { key, value });
  }

  /**
   * Equal numbers of different types are the same key.
   *
   * @throws GoPanic for a key that Go cannot hash
   */
  find(key: Value): Value | undefined {
    if (typeof key === 'string' || typeof key === 'boolean') return this.#entries.get(key)?.value;
    const isNumber = typeof key === 'number';
    if (isNumber && !Number.isInteger(key)) return this.#entries.get(key)?.value;
    const whole = isNumber ? BigInt(key) : key instanceof Uint ? key.value : key;
    if (this.size > 0) requireHashable(key);
    if (typeof whole !== 'bigint') return this.#entries.get(key)?.value;
    const exact = key instanceof Uint ? this.#unsigned.get(whole) : this.#entries.get(key);
    const found = exact ?? this.#entries.get(whole) ?? this.#unsigned.get(whole);
    return (found ?? this.#double(whole))?.value;
  }

  #double(whole: bigint): { readonly value: Value } | undefined {
    const double = Number(whole);
    return BigInt(double) === whole ? this.#entries.get(double) : undefined;
  }

  keys(): Iterable<Value> {
    return this.#keys;
  }

  *entries(): Iterable<readonly [key: Value, value: Value]> {
    for (const key of this.#keys) yield [key, this.find(key) ?? null];
  }
}

/** A list to which the comprehension that created it appends elements. */
export class GrowingList extends ListValue {
  readonly #elements: Result[] = [];

  get size(): number {
    return this.#elements.length;
  }

  at(index: number): Result {
    const element = this.#elements[index];
    return element === undefined ? new ErrorValue(`index out of bounds: ${index}`) : element;
  }

  add(list: ListValue): this {
    for (const element of list) this.#elements.push(element);
    return this;
  }

  /** The list of the elements so far. It must not be appended to afterwards. */
  freeze(): ListValue {
    return new ArrayList(this.#elements);
  }
}

/** A map to which entries are added, as {@link GrowingList}. */
export class GrowingMap extends EntryMap {
  freeze(): MapValue {
    return new EntryMap(this.entries());
  }
}

/** The concatenation of two lists, which is computed when it is first read. */
export class ConcatList extends ListValue {
  override readonly goType = '*types.concatList';
  readonly size: number;
  #parts: readonly [ListValue, ListValue] | undefined;
  #elements: readonly Result[] | undefined;

  constructor(left: ListValue, right: ListValue) {
    super();
    this.size = left.size + right.size;
    this.#parts = [left, right];
  }

  at(index: number): Result {
    this.#elements ??= this.#flatten();
    const element = this.#elements[index];
    return element === undefined ? new ErrorValue(`index out of bounds: ${index}`) : element;
  }

  /** Iterative, because a long chain of additions is deeply nested on the left. */
  #flatten(): readonly Result[] {
    const elements: Result[] = [];
    const left: ListValue[] = [this];
    for (let list = left.pop(); list !== undefined; list = left.pop()) {
      if (list instanceof ConcatList && list.#parts !== undefined) {
        const [first, second] = list.#parts;
        left.push(second, first);
      } else {
        for (const element of list) elements.push(element);
      }
    }
    this.#parts = undefined;
    return elements;
  }
}

/** `left + right`. Source: the methods `Add` of lists in `common/types/list.go` of cel-go. */
export function concatLists(left: ListValue, right: ListValue): Result {
  const own = left.concat(right);
  if (own !== undefined) return own;
  if (left instanceof GrowingList) return left.add(right);
  if (left.size === 0) return right;
  return right.size === 0 ? left : new ConcatList(left, right);
}

/**
 * Requires that a value can be a key of a map in Go.
 *
 * @throws GoPanic for bytes, and for structs that Go cannot hash
 */
export function requireHashable(key: Value): void {
  const panic = hashingPanic(key);
  if (panic !== undefined) throw new GoPanic(panic);
}

/** The message of Go if a value cannot be a key of a map: bytes, and structs that Go cannot hash. */
export function hashingPanic(key: Value): string | undefined {
  const isHashable = key instanceof OpaqueValue ? key.isHashable : !(key instanceof Uint8Array);
  return isHashable ? undefined : `runtime error: hash of unhashable type ${goTypeName(key)}`;
}
