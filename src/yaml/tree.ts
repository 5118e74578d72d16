/** A range of a text in UTF-16 offsets; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * A value as the server's clients send it. An integer of 64 bits outside the safe range of a
 * double is a bigint; a number beyond that range is therefore always one that Go holds as a float.
 */
export type Value = null | boolean | number | bigint | string | readonly Value[] | Mapping;

/** A mapping: own enumerable string keys, and no prototype that a key could meet. */
export interface Mapping {
  readonly [key: string]: Value;
}

/** A mapping under construction. */
export interface OpenMapping {
  [key: string]: Value;
}

/** How a value is written. `empty`: nothing stands there, which is null. */
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
 * Makes an empty mapping. A constructor whose prototype has no prototype keeps the objects in
 * V8's fast mode, unlike `Object.create(null)`, and keys such as `__proto__` are ordinary.
 */
const MappingObject = function MappingObject() {} as unknown as { new (): OpenMapping };
(MappingObject as unknown as { prototype: object }).prototype = Object.create(null);

export function createMapping(): OpenMapping {
  return new MappingObject();
}

/** Whether a value is a mapping. */
export function isMapping(value: Value | undefined): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const asFloat = Symbol('written as float');

/** The keys (or indexes) of a container whose numbers JSON wrote with a fraction or an exponent. */
interface MarkedContainer {
  [asFloat]?: Set<string | number>;
}

/** Notes that JSON wrote the number at a key (or index) of a container with fraction or exponent. */
export function markAsFloat(container: object, key: string | number): void {
  const marked = container as MarkedContainer;
  if (marked[asFloat] === undefined) {
    Object.defineProperty(container, asFloat, { value: new Set(), enumerable: false });
  }
  marked[asFloat]?.add(key);
}

/** Takes the note back: the key was given again, and the last one counts. */
export function unmarkAsFloat(container: object, key: string | number): void {
  (container as MarkedContainer)[asFloat]?.delete(key);
}

/**
 * Whether the number at a key (or index) of a container is one that a JSON document writes with a
 * fraction or an exponent (`100.0`, `1e2`), or that no 64 bits hold: no integer for the server,
 * though its value may be integral. Always false in YAML, where Go rewrites such numbers.
 */
export function writtenAsFloat(container: object, key: string | number): boolean {
  return (container as MarkedContainer)[asFloat]?.has(key) ?? false;
}
