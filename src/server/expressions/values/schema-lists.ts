import { ArrayList } from '../../../cel/values/collections.ts';
import { equal } from '../../../cel/values/equality.ts';
import { GoPanic } from '../../../cel/values/go-panic.ts';
import {
  ErrorValue,
  ListValue,
  MapValue,
  noSuchOverload,
  type Result,
  type Value,
} from '../../../cel/values/value.ts';
import { escapeProperty } from '../escaping.ts';
import { addToMapList, addToSet, equalSets } from './added-lists.ts';
import {
  goTypeOfRaw,
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
import { MapWithSchema } from './schema-maps.ts';

interface ListParts {
  readonly elements: RawList;
  /** Converts an element by the schema of the items. */
  readonly read: (element: Raw) => Result;
  /**
   * True if elements that are added to a list keep their types, as in 1.37 and later. Before, all of them became
   * contents of an object.
   */
  readonly addsValues: boolean;
}

/**
 * A list of a custom resource.
 *
 * Source: `unstructuredList` and the other list types in `pkg/cel/common/valuesunstructured.go` of the API server.
 */
export class ListWithSchema extends ListValue {
  override readonly goType: string = '*common.unstructuredList';
  override readonly isStrict = true;
  readonly parts: ListParts;

  constructor(parts: ListParts) {
    super();
    this.parts = parts;
  }

  get size(): number {
    return this.parts.elements.length;
  }

  override get plain(): ListValue {
    return new PlainList(this.parts.elements);
  }

  at(index: number): Result {
    const element = rawElement(this.parts.elements, index);
    return element === undefined
      ? new ErrorValue(`index out of bounds: ${index}`)
      : this.parts.read(element);
  }

  override equals(other: Value): boolean | ErrorValue {
    if (!(other instanceof ListValue)) return noSuchOverload();
    if (this.size !== other.size) return false;
    for (let index = 0; index < this.size; index++) {
      const found = equalResults(this.at(index), other.at(index));
      if (found !== true) return found;
    }
    return true;
  }

  override concat(other: ListValue): Result {
    if (this.parts.addsValues) return new ArrayList([...this, ...other]);
    const elements = elementsAsGiven(this.parts.elements);
    for (const element of other) elements.push(rawValue(element));
    return new ListWithSchema({ ...this.parts, elements });
  }
}

function equalResults(left: Result, right: Result): boolean | ErrorValue {
  if (left instanceof ErrorValue) return left;
  return right instanceof ErrorValue ? false : equal(left, right);
}

/** Converts a value that is put into a list of an object. */
function rawValue(value: Result): Raw {
  if (value instanceof ErrorValue) return new Native(null);
  if (value instanceof MapWithSchema || value instanceof PlainMap) return value.object;
  switch (typeof value) {
    case 'boolean':
    case 'bigint':
    case 'string':
      return value;
    case 'number':
      return Number.isInteger(value) ? new Native(value) : value;
    default:
      return new Native(value);
  }
}

/** A key that two values share if they are equal in Go, where an int and a double are different. */
function goKey(raw: Raw | undefined): unknown {
  if (typeof raw === 'number' || typeof raw === 'bigint') {
    const int = intOf(raw);
    return int === undefined ? `double ${Number(raw)}` : int;
  }
  if (raw instanceof Native) return typeof raw.value === 'number' ? `double ${raw.value}` : raw;
  return typeof raw === 'string' ? `text ${raw}` : (raw ?? null);
}

/**
 * Like {@link goKey}, for a map of Go, which cannot have objects and lists as keys.
 *
 * @throws GoPanic with another message if the key is looked up in an empty map
 */
function goMapKey(raw: Raw | undefined, known?: ReadonlySet<unknown>): unknown {
  const type = unhashableType(raw);
  if (type === undefined) return goKey(raw);
  throw new GoPanic(
    known?.size === 0
      ? `hash of unhashable type: ${type}`
      : `runtime error: hash of unhashable type ${type}`,
  );
}

function unhashableType(raw: Raw | undefined): string | undefined {
  if (raw === undefined || raw === null || typeof raw !== 'object') return undefined;
  if (!(raw instanceof Native)) return goTypeOfRaw(raw);
  const { value } = raw;
  if (value instanceof ListWithSchema || value instanceof PlainList) return '[]interface {}';
  const isHashable = !(
    value instanceof ListValue ||
    value instanceof MapValue ||
    value instanceof Uint8Array
  );
  return isHashable ? undefined : goTypeOfRaw(raw);
}

/** A list without order or repetitions: `x-kubernetes-list-type: set`. */
export class SetWithSchema extends ListWithSchema {
  override readonly goType = '*common.unstructuredSetList';

  override equals(other: Value): boolean | ErrorValue {
    if (this.parts.addsValues) return equalSets(this, other);
    if (!(other instanceof ListValue)) return noSuchOverload();
    if (this.size !== other.size) return false;
    const known = this.#keys();
    for (const element of other) {
      if (!known.has(goMapKey(rawValue(element)))) return false;
    }
    return true;
  }

  #keys(): Set<unknown> {
    const { elements } = this.parts;
    return new Set(elements.map((_, index) => goMapKey(rawElement(elements, index))));
  }

  override concat(other: ListValue): Result {
    if (this.parts.addsValues) return addToSet(this, other);
    const known = this.#keys();
    const elements: Raw[] = elementsAsGiven(this.parts.elements);
    for (const element of other) {
      const raw = rawValue(element);
      const key = goMapKey(raw, known);
      if (known.has(key)) continue;
      known.add(key);
      elements.push(raw);
    }
    return new SetWithSchema({ ...this.parts, elements });
  }
}

function elementsAsGiven(elements: RawList): Raw[] {
  return elements.map((element, index) => rawElement(elements, index) ?? element);
}

/** A list of objects with key fields: `x-kubernetes-list-type: map`. */
export class MapListWithSchema extends ListWithSchema {
  override readonly goType = '*common.unstructuredMapList';
  readonly #keyNames: readonly string[];

  constructor(parts: ListParts, keyNames: readonly string[]) {
    super(parts);
    this.#keyNames = keyNames;
  }

  /** The key of an element. The server looks up the key fields by their escaped names. */
  #keyOf(raw: Raw | undefined): unknown {
    if (!isRawMapping(raw)) return new Native(null);
    const values = this.#keyNames.map((name) =>
      goKey(rawMember(raw, escapeProperty(name) ?? name)),
    );
    return values.length === 1 ? values[0] : values.map((value) => String(value)).join('\n');
  }

  override equals(other: Value): boolean | ErrorValue {
    if (!(other instanceof ListValue)) return noSuchOverload();
    if (this.size !== other.size) return false;
    const known = new Map<unknown, Raw>();
    for (const element of this.parts.elements) known.set(this.#keyOf(element), element);
    const seen = new Set<unknown>();
    for (const element of other) {
      const key = this.#keyOf(rawValue(element));
      const ours = known.get(key);
      if (ours === undefined) return false;
      const found = equalResults(this.parts.read(ours), element);
      if (found !== true) return found;
      seen.add(key);
    }
    return !this.parts.addsValues || seen.size === known.size;
  }

  override concat(other: ListValue): Result {
    if (this.parts.addsValues) return addToMapList(this, other, this.#keyNames);
    const elements = elementsAsGiven(this.parts.elements);
    const indices = new Map(elements.map((element, index) => [this.#keyOf(element), index]));
    for (const element of other) {
      const raw = rawValue(element);
      const index = indices.get(this.#keyOf(raw));
      if (index === undefined) elements.push(raw);
      else elements[index] = raw;
    }
    return new MapListWithSchema({ ...this.parts, elements }, this.#keyNames);
  }
}
