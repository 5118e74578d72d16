/** A range of a text in UTF-16 offsets; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * A value as the server's clients send it. An integer of 64 bits that a double cannot represent
 * safely is a bigint, so a number outside of the safe range is always a float in Go.
 */
export type Value = null | boolean | number | bigint | string | readonly Value[] | Mapping;

/** A mapping: own enumerable string keys, and a prototype without properties. */
export interface Mapping {
  readonly [key: string]: Value;
}

/** A mapping under construction. */
export interface OpenMapping {
  [key: string]: Value;
}

/** The style in which a value is written. `empty` is a null that is not written. */
export type Style =
  | 'plain'
  | 'single-quoted'
  | 'double-quoted'
  | 'literal'
  | 'folded'
  | 'block-mapping'
  | 'block-sequence'
  | 'flow-mapping'
  | 'flow-sequence'
  | 'empty';

/** Keys and indexes from the root of a document. */
export type Path = readonly (string | number)[];

/**
 * Creates an empty mapping. Objects of a constructor whose prototype has no prototype stay in V8's
 * fast mode, unlike those of `Object.create(null)`, and keys such as `__proto__` are ordinary.
 */
const MappingObject = function MappingObject() {} as unknown as { new (): OpenMapping };
(MappingObject as unknown as { prototype: object }).prototype = Object.create(null);

export function createMapping(): OpenMapping {
  return new MappingObject();
}

/** Reports whether a value is a mapping. */
export function isMapping(value: Value | undefined): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reports whether a value is a list. */
export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

/** The items of a list; none of any other value. */
export function itemsOf(value: Value | undefined): readonly Value[] {
  return isList(value) ? value : [];
}

const NOTHING: Mapping = createMapping();

/** A value that is a mapping; an empty mapping for any other value. */
export function mappingFrom(value: Value | undefined): Mapping {
  return isMapping(value) ? value : NOTHING;
}

/** The mapping of a key; an empty one if there is none. */
export function mappingIn(value: Value | undefined, key: string): Mapping {
  return mappingFrom(mappingFrom(value)[key]);
}

/** The mappings in a list. A value that is not a list has none. */
export function mappingsIn(value: Value | undefined): readonly Mapping[] {
  return itemsOf(value).filter(isMapping);
}

/** The strings in a list; none of any other value. */
export function stringsIn(value: Value | undefined): readonly string[] {
  return itemsOf(value).filter((item) => typeof item === 'string');
}

/** Values, and those in them at any depth. */
export function* withValuesBelow(values: readonly Value[]): Iterable<Value> {
  const left = [...values];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    yield value;
    if (typeof value !== 'object' || value === null) continue;
    for (const inner of Object.values(value)) left.push(inner);
  }
}

/** The value at a path; undefined if there is none. */
export function valueAt(value: Value | undefined, path: Path): Value | undefined {
  let at = value;
  for (const segment of path) at = memberOf(at, segment);
  return at;
}

/** The string at a path; undefined if there is none. */
export function stringAt(value: Value | undefined, ...path: Path): string | undefined {
  const found = valueAt(value, path);
  return typeof found === 'string' ? found : undefined;
}

/** The mapping at a path; an empty one if there is none. */
export function mappingAt(value: Value | undefined, ...path: Path): Mapping {
  return mappingFrom(valueAt(value, path));
}

/** The items of the list at a path; none if there is no list. */
export function itemsAt(value: Value | undefined, ...path: Path): readonly Value[] {
  return itemsOf(valueAt(value, path));
}

/** The value of a key, or the item at an index; undefined if there is none. */
export function memberOf(value: Value | undefined, segment: string | number): Value | undefined {
  if (Array.isArray(value)) return value[Number(segment)];
  return isMapping(value) && Object.hasOwn(value, segment) ? value[segment] : undefined;
}

const writtenFloats = Symbol('written as float');

/** The keys (or indexes) of the numbers of a container that JSON writes as floats. */
interface MarkedContainer {
  [writtenFloats]?: Set<string | number>;
}

/** Records that a number is written as a float, under its key (or index) in its container. */
export function markAsFloat(container: object, key: string | number): void {
  const marked = container as MarkedContainer;
  if (marked[writtenFloats] === undefined) {
    Object.defineProperty(container, writtenFloats, { value: new Set(), enumerable: false });
  }
  marked[writtenFloats]?.add(key);
}

/** Removes the record: the key occurs again, and its last value takes effect. */
export function unmarkAsFloat(container: object, key: string | number): void {
  (container as MarkedContainer)[writtenFloats]?.delete(key);
}

/** Records the same of a copy of a container, for the keys (or indexes) that both have. */
export function copyFloatMarks(from: object, to: object): void {
  for (const key of (from as MarkedContainer)[writtenFloats] ?? []) markAsFloat(to, key);
}

/**
 * Reports whether the number under a key (or index) is written as a float in JSON: with a fraction or an exponent
 * (`100.0`, `1e2`), or with more than 64 bits. The server does not accept it as an integer, even if it is integral. The
 * result is always false in YAML, where Go rewrites such numbers.
 */
export function writtenAsFloat(container: object, key: string | number): boolean {
  return (container as MarkedContainer)[writtenFloats]?.has(key) ?? false;
}
