import { equal } from '../../../cel/values/equality.ts';
import {
  ErrorValue,
  MapValue,
  noSuchOverload,
  type Result,
  type Value,
} from '../../../cel/values/value.ts';
import { mapValueSchema, propertySchema, type StructuralSchema } from '../../crd/structural.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import { serverHas } from '../../kubernetes/server-changes.ts';
import type { Mapping } from '../../kubernetes/value.ts';
import { escapeProperty, unescapeProperty } from '../escaping.ts';
import { PlainMap, type Raw, rawMember } from './plain-values.ts';
import { deepEqual } from './untyped-value.ts';

interface MapParts {
  readonly object: Mapping;
  readonly schema: StructuralSchema;
  /** Converts a member by its schema. */
  readonly read: (member: Raw, schema: StructuralSchema) => Result;
}

/** An object or map of a custom resource. */
export class MapWithSchema extends MapValue {
  override readonly goType = '*common.unstructuredMap';
  readonly object: Mapping;
  readonly #schema: StructuralSchema;
  readonly #read: MapParts['read'];
  readonly #minor: Minor;
  readonly #hasProperties: boolean;
  #names: readonly string[] | undefined;

  constructor({ object, schema, read }: MapParts, minor: Minor) {
    super();
    this.object = object;
    this.#schema = schema;
    this.#read = read;
    this.#minor = minor;
    this.#hasProperties = Object.keys(schema.properties ?? {}).length > 0;
  }

  get #members(): readonly string[] {
    this.#names ??= Object.keys(this.object);
    return this.#names;
  }

  get size(): number {
    return this.#members.length;
  }

  override get plain(): MapValue {
    return new PlainMap(this.object);
  }

  #schemaOf(name: string): StructuralSchema | undefined {
    if (!this.#hasProperties) return mapValueSchema(this.#schema);
    return Object.hasOwn(this.#schema.properties ?? {}, name)
      ? propertySchema(this.#schema, name)
      : undefined;
  }

  find(key: Value): Result | undefined {
    if (typeof key !== 'string') return noSuchOverload();
    const name = this.#hasProperties ? unescapeProperty(key) : key;
    if (name === undefined) return undefined;
    const raw = rawMember(this.object, name);
    // In an object with properties, null counts as absent.
    if (raw === undefined || (raw === null && this.#hasProperties)) return undefined;
    const schema = this.#schemaOf(name);
    return schema === undefined ? undefined : this.#read(raw, schema);
  }

  /** The keys of declared members, then a null for each other one: the server makes room for these, too. */
  *keys(): Iterable<Value> {
    let undeclared = 0;
    for (const name of this.#members) {
      if (this.#schemaOf(name) === undefined) undeclared++;
      else yield this.#hasProperties ? (escapeProperty(name) ?? name) : name;
    }
    for (; undeclared > 0; undeclared--) yield null;
  }

  override equals(other: Value): boolean | ErrorValue {
    if (!(other instanceof MapValue)) return noSuchOverload();
    if (this.size !== other.size) return false;
    for (const name of this.#members) {
      const schema = this.#schemaOf(name);
      const found =
        schema === undefined
          ? this.#unknownEquals(name, other)
          : this.#memberEquals(name, schema, other);
      if (found !== true) return found;
    }
    return true;
  }

  #memberEquals(name: string, schema: StructuralSchema, other: MapValue): boolean | ErrorValue {
    const otherValue = other.find(name);
    const isOlder = !serverHas('null-fields-absent-in-equality', this.#minor);
    const raw = isOlder ? rawMember(this.object, name) : undefined;
    const value = raw === undefined ? this.find(name) : this.#read(raw, schema);
    if (otherValue === undefined) return value === undefined;
    if (value === undefined) return false;
    if (value instanceof ErrorValue) return value;
    return otherValue instanceof ErrorValue ? false : equal(value, otherValue);
  }

  #unknownEquals(name: string, other: MapValue): boolean | ErrorValue {
    if (!(other instanceof MapWithSchema)) return noSuchOverload();
    const otherValue = other.object[name];
    return otherValue === undefined || deepEqual(this.object[name], otherValue);
  }
}
