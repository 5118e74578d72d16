import { ArrayList } from '../../../cel/values/collections.ts';
import { equal } from '../../../cel/values/equality.ts';
import {
  ErrorValue,
  ListValue,
  MapValue,
  noSuchOverload,
  type Result,
  type Value,
} from '../../../cel/values/value.ts';
import { valueText } from '../../../cel/values/value-text.ts';
import { escapeProperty } from '../escaping.ts';

/**
 * The result of an addition to a list of type `set` in 1.37 and later. Source: `refValSetList` in
 * `pkg/cel/common/valuesreflect.go` of the API server, as for all of this file.
 */
class AddedSet extends ArrayList {
  override readonly goType = '*common.refValSetList';

  override equals(other: Value): boolean | ErrorValue {
    return equalSets(this, other);
  }

  override concat(other: ListValue): Result {
    return addToSet(this, other);
  }
}

/** Compares a list of type `set` with another list. The server cannot compare lists and objects in a set. */
export function equalSets(set: ListValue, other: Value): boolean | ErrorValue {
  if (!(other instanceof ListValue)) return noSuchOverload();
  if (set.size !== other.size) return false;
  const known = new Set<unknown>();
  for (const element of set) {
    const key = setKey(element);
    if (key instanceof ErrorValue) return key;
    known.add(key);
  }
  const seen = new Set<unknown>();
  for (const element of other) {
    const key = setKey(element);
    if (key instanceof ErrorValue) return key;
    if (!known.has(key)) return false;
    seen.add(key);
  }
  return seen.size === known.size;
}

/** The union of a list of type `set` and another list. */
export function addToSet(set: ListValue, other: ListValue): Result {
  const elements: Result[] = [...set];
  const known = new Set<unknown>();
  for (const element of elements) {
    const key = setKey(element);
    if (key instanceof ErrorValue) return key;
    known.add(key);
  }
  for (const element of other) {
    const key = setKey(element);
    if (key instanceof ErrorValue) return key;
    if (known.has(key)) continue;
    known.add(key);
    elements.push(element);
  }
  return new AddedSet(elements);
}

/** The key of an element. One that cannot be read equals no other. */
function setKey(element: Result): unknown {
  if (element instanceof ErrorValue) return Symbol('error');
  return element instanceof ListValue || element instanceof MapValue
    ? new ErrorValue('listSet operations are only supported on lists of scalar values')
    : goKey(element);
}

/** A key that two values share if they are equal in Go, where an int and a double are different. */
function goKey(value: Result | undefined): unknown {
  if (value === undefined || value instanceof ErrorValue) return undefined;
  if (typeof value !== 'number') return valueText(value);
  // Zeros are equal, and no value equals one that is not a number.
  if (value === 0) return '0.0';
  return Number.isNaN(value) ? Symbol('NaN') : valueText(value);
}

/** The result of an addition to a list of type `map` in 1.37 and later. */
class AddedMapList extends ArrayList {
  override readonly goType = '*common.refValMapList';
  readonly #keyNames: readonly string[];

  constructor(elements: readonly Result[], keyNames: readonly string[]) {
    super(elements);
    this.#keyNames = keyNames;
  }

  override equals(other: Value): boolean | ErrorValue {
    if (!(other instanceof ListValue)) return noSuchOverload();
    if (this.size !== other.size) return false;
    const known = new Map<string, Result>();
    for (const element of this) known.set(mapKey(element, this.#keyNames), element);
    const seen = new Set<string>();
    for (const element of other) {
      const key = mapKey(element, this.#keyNames);
      const ours = known.get(key);
      if (ours === undefined) return false;
      if (ours instanceof ErrorValue) return ours;
      const found = element instanceof ErrorValue ? false : equal(ours, element);
      if (found !== true) return found;
      seen.add(key);
    }
    return seen.size === known.size;
  }

  override concat(other: ListValue): Result {
    return addToMapList(this, other, this.#keyNames);
  }
}

/** A list of type `map` with the elements of another list, which replace those with the same keys. */
export function addToMapList(
  list: ListValue,
  other: ListValue,
  keyNames: readonly string[],
): Result {
  const elements: Result[] = [...list];
  const indices = new Map(elements.map((element, index) => [mapKey(element, keyNames), index]));
  for (const element of other) {
    const index = indices.get(mapKey(element, keyNames));
    if (index === undefined) elements.push(element);
    else elements[index] = element;
  }
  return new AddedMapList(elements, keyNames);
}

function mapKey(element: Result, keyNames: readonly string[]): string {
  const values = keyNames.map((name) =>
    element instanceof MapValue ? element.find(escapeProperty(name) ?? name) : undefined,
  );
  return values.map((value) => String(goKey(value))).join('\n');
}
