import { type Location, locationAt, locationWithin, type Side } from './location.ts';
import type { Origin } from './origin.ts';

/** The type of the items of a list. */
type Item<T> = NonNullable<T> extends readonly (infer E)[] ? E : never;

/** The value type of a string map. */
type Entry<T> = NonNullable<T> extends { readonly [key: string]: infer V } ? V : never;

/** The members that every variant of T has; a union of kinds shares the fields they have in common. */
type Member<T> = keyof NonNullable<T> & string;

/** The parts that the fields of one object share. */
interface FieldOwner {
  readonly origin: Origin;
  /** Reports whether decoding removed the value at a path because its type is wrong. */
  isPruned(path: readonly (string | number)[]): boolean;
}

/**
 * A typed cursor into a Resource: a value, its place in the file, and its path as the API server writes it. A cursor to
 * an absent value works like any other, so rules need no existence checks on the way down. Its location is the nearest
 * parent that the file has.
 */
export class Field<out T = unknown> {
  /** The value after decoding and defaulting. Undefined if there is none (null included). */
  readonly value: NonNullable<T> | undefined;
  readonly #owner: FieldOwner;
  readonly #parent: Field | undefined;
  readonly #segment: string | number;
  /** True if the segment is the key of a string map, which the server writes in brackets. */
  readonly #isMapKey: boolean;
  readonly #path: string | undefined;

  private constructor(
    owner: FieldOwner,
    parent: Field | undefined,
    segment: string | number,
    isMapKey: boolean,
    value: T | null | undefined,
    path?: string,
  ) {
    this.#owner = owner;
    this.#parent = parent;
    this.#segment = segment;
    this.#isMapKey = isMapKey;
    this.#path = path;
    this.value = value ?? undefined;
  }

  /** The cursor to a whole object. */
  static root<T>(owner: FieldOwner, value: T): Field<T> {
    return new Field<T>(owner, undefined, '', false, value);
  }

  /** The cursor to another value at the same place. */
  with(value: T): Field<T> {
    return new Field<T>(this.#owner, this.#parent, this.#segment, this.#isMapKey, value);
  }

  /**
   * The same cursor with another path, for a place that the server names otherwise. The paths of all below it begin
   * with it.
   */
  withPath(path: string): Field<T> {
    return new Field<T>(this.#owner, this.#parent, this.#segment, this.#isMapKey, this.value, path);
  }

  get<K extends Member<T>>(name: K): Field<NonNullable<T>[K]> {
    const { value } = this;
    return new Field<NonNullable<T>[K]>(
      this.#owner,
      this,
      name,
      false,
      value === undefined ? undefined : value[name],
    );
  }

  /** The items of a list, in order. Empty if there is no list. */
  items(): readonly Field<Item<T>>[] {
    const { value } = this;
    if (!Array.isArray(value)) return [];
    return value.map(
      (item: Item<T>, index) => new Field<Item<T>>(this.#owner, this, index, false, item),
    );
  }

  /** The items of the list in a field. */
  itemsOf<K extends Member<T>>(name: K): readonly Field<Item<NonNullable<T>[K]>>[] {
    return this.get(name).items();
  }

  /** The pairs of a string map. Empty if there is no map. */
  entries(): readonly { readonly key: string; readonly field: Field<Entry<T>> }[] {
    const { value } = this;
    if (value === undefined || typeof value !== 'object' || Array.isArray(value)) return [];
    const pairs: readonly (readonly [string, unknown])[] = Object.entries(value);
    return pairs.map(([key, entry]) => ({
      key,
      // The type Entry applies to every value of the map.
      field: new Field<Entry<T>>(this.#owner, this, key, true, entry as Entry<T>),
    }));
  }

  /** The entry of a map with a key; undefined if the map has none. */
  entry(key: string): Field<Entry<T>> | undefined {
    return this.entries().find((entry) => entry.key === key)?.field;
  }

  /**
   * Reports whether the file has no value here (null included) and there is no default. A pruned value is not absent.
   */
  get absent(): boolean {
    return this.value === undefined && !this.pruned;
  }

  /** Reports whether the file has the field, also if its value is null. Otherwise, a value is a default. */
  get isWritten(): boolean {
    return this.origin.document.locate(this.documentPath) !== undefined;
  }

  /** Reports whether the file has a value of a wrong type here, which cannot be checked further. */
  get pruned(): boolean {
    return this.value === undefined && this.#owner.isPruned(this.documentPath);
  }

  /** The path as the API server writes it: `spec.versions[0].name`, `spec.hard[cpu]`. Empty for the object itself. */
  get path(): string {
    if (this.#path !== undefined) return this.#path;
    if (this.#parent === undefined) return '';
    const parent = this.#parent.path;
    if (typeof this.#segment === 'number' || this.#isMapKey) return `${parent}[${this.#segment}]`;
    return parent === '' ? this.#segment : `${parent}.${this.#segment}`;
  }

  /** The object that the field is a part of, for `safeFix` and `unsafeFix`. */
  get origin(): Origin {
    return this.#owner.origin;
  }

  /** The path from the root of the document, a List's `items` included. */
  get documentPath(): readonly (string | number)[] {
    return [...this.#owner.origin.path, ...this.#segments()];
  }

  /** The last segment of the path: a field's name, a list index, or a map's key. */
  get segment(): string | number {
    return this.#segment;
  }

  /**
   * The location of a finding about this field.
   *
   * @param side the key or the value, whichever is wrong
   * @param path the server's path, if it differs from the path of the field
   */
  location(side: Side = 'value', path: string | null = this.path): Location {
    return locationAt(this.#owner.origin, this.documentPath, path, side);
  }

  /**
   * The location of a finding about a part of this text.
   *
   * @param from the index in the text, in UTF-16 code units
   * @param to the exclusive end
   */
  locationWithin(from: number, to: number): Location {
    return locationWithin(this.#owner.origin, this.documentPath, this.path, from, to);
  }

  #segments(): (string | number)[] {
    if (this.#parent === undefined) return [];
    const segments = this.#parent.#segments();
    segments.push(this.#segment);
    return segments;
  }
}
