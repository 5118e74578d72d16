import { equal } from '../../../cel/values/equality.ts';
import { goTypeName } from '../../../cel/values/go-format.ts';
import {
  ErrorValue,
  ListValue,
  MapValue,
  noSuchOverload,
  type Result,
  type Value,
} from '../../../cel/values/value.ts';
import { definitionNameOf } from '../../kubernetes/definition-name.ts';
import { findDefinition } from '../../kubernetes/definitions.ts';
import type { FieldType } from '../../kubernetes/field-type.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import { serverHas } from '../../kubernetes/server-changes.ts';
import type { Mapping } from '../../kubernetes/value.ts';
import {
  isRawMapping,
  PlainList,
  PlainMap,
  plainValue,
  type Raw,
  type RawList,
  rawElement,
  rawMember,
} from './plain-values.ts';

/**
 * An object as the expressions of policies and match conditions see it. Since 1.37, these read the structs of built-in
 * kinds themselves, which cannot be compared with values of other types; before, and for custom resources, they read
 * maps and lists.
 *
 * Source: `SchemalessTypedToVal` in `pkg/cel/common/valuesschemalesstyped.go` of the API server.
 */
export function objectValue(object: Mapping, minor: Minor): Value {
  const { apiVersion, kind } = object;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return plainValue(object);
  const definition = definitionNameOf(apiVersion, kind);
  const isTyped = serverHas('typed-objects-in-policies', minor);
  return isTyped && findDefinition(definition) !== undefined
    ? new TypedMap(object, { shape: 'object', definition })
    : plainValue(object);
}

function typedValue(raw: Raw, type: FieldType | undefined): Value {
  if (isRawMapping(raw) && (type?.shape === 'object' || type?.shape === 'map')) {
    return new TypedMap(raw, type);
  }
  return Array.isArray(raw) && type?.shape === 'list'
    ? new TypedList(raw, type.of)
    : plainValue(raw);
}

/** A struct or a map of an object. */
class TypedMap extends PlainMap {
  readonly #type: FieldType & { readonly shape: 'object' | 'map' };

  constructor(object: Mapping, type: FieldType & { readonly shape: 'object' | 'map' }) {
    super(object);
    this.#type = type;
  }

  /** The Go type of a struct, such as `v1.ObjectMeta`. Undefined for a map. */
  get structType(): string | undefined {
    const type = this.#type;
    return type.shape === 'object' ? type.definition.split('.').slice(-2).join('.') : undefined;
  }

  override find(key: Value): Result | undefined {
    if (typeof key !== 'string') {
      return new ErrorValue(`unsupported map key type: ${goTypeName(key)}`);
    }
    const raw = rawMember(this.object, key);
    return raw === undefined ? undefined : typedValue(raw, this.#typeOf(key));
  }

  override equals(other: Value): boolean | ErrorValue {
    if (!(other instanceof MapValue)) return noSuchOverload();
    if (this.size !== other.size) return false;
    for (const key of this.keys()) {
      const found = isSame(this.find(key), other.find(key));
      if (found !== true) return this.structType === undefined ? false : found;
    }
    return true;
  }

  #typeOf(key: string): FieldType | undefined {
    const type = this.#type;
    return type.shape === 'map' ? type.of : findDefinition(type.definition)?.fields.get(key)?.type;
  }
}

class TypedList extends PlainList {
  readonly #type: FieldType;

  constructor(elements: RawList, type: FieldType) {
    super(elements);
    this.#type = type;
  }

  override at(index: number): Result {
    const raw = rawElement(this.elements, index);
    return raw === undefined ? super.at(index) : typedValue(raw, this.#type);
  }

  override equals(other: Value): boolean | ErrorValue {
    if (!(other instanceof ListValue)) return noSuchOverload();
    if (this.size !== other.size) return false;
    for (let index = 0; index < this.size; index++) {
      if (isSame(this.at(index), other.at(index)) !== true) return false;
    }
    return true;
  }
}

function isSame(one: Result | undefined, other: Result | undefined): boolean | ErrorValue {
  if (one === undefined || other === undefined) return false;
  if (one instanceof ErrorValue || other instanceof ErrorValue) return false;
  return equal(one, other);
}

/** The error of cel-go for a part of an object that has to be converted to JSON. Undefined for all other values. */
export function typedConversionError(value: Value): string | undefined {
  if (value instanceof TypedList)
    return "type conversion error from 'list(dyn)' to '*structpb.Value'";
  if (!(value instanceof TypedMap)) return undefined;
  return value.structType === undefined
    ? "type conversion error from 'map(dyn, dyn)' to '*structpb.Value'"
    : `type conversion error from struct type ${value.structType} to *structpb.Value`;
}
