import { goQuote } from '../../../base/go/quote.ts';
import { ConcatList, StringList } from '../../../cel/values/collections.ts';
import { goFormat, goTypeName } from '../../../cel/values/go-format.ts';
import {
  ErrorValue,
  ListValue,
  MapValue,
  OptionalValue,
  type Result,
  TypeValue,
  type Value,
} from '../../../cel/values/value.ts';
import { createMapping } from '../../../yaml/tree.ts';
import { ObjectValue } from '../../expressions/values/patch-values.ts';
import { Native, PlainList, PlainMap } from '../../expressions/values/plain-values.ts';
import type { Minor } from '../../kubernetes/minors.ts';
import { serverHas } from '../../kubernetes/server-changes.ts';
import type { Value as JsonValue, Mapping } from '../../kubernetes/value.ts';
import { type GoValue, goValueOf } from './go-value.ts';

/** An apply configuration as the server merges it. */
interface Configuration {
  readonly object: Mapping;
  /** The parts of the object, by identity, that represent values that JSON does not have. No type accepts these. */
  readonly foreign: ForeignValues;
}

export type ForeignValues = ReadonlyMap<JsonValue, GoValue>;

/** The result of the server for an empty list in an expression: a list that JSON writes as null. */
export const NIL_LIST: readonly JsonValue[] = Object.freeze([]);

/**
 * The value of an expression that makes an apply configuration; undefined if the server cannot read it. Maps and lists
 * that expressions write are read in fields, but not within other maps and lists. In 1.37 and later, lists that
 * functions return are read as well.
 *
 * Source: `ConvertToNative` and `convertField` in `pkg/cel/mutation/dynamic/objects.go` of the API server.
 */
export function readConfiguration(value: ObjectValue, minor: Minor): Configuration | undefined {
  const reader = new ConfigurationReader(serverHas('all-lists-in-configurations', minor));
  const object = reader.object(value);
  return object instanceof ErrorValue ? undefined : { object, foreign: reader.foreign };
}

class ConfigurationReader {
  readonly foreign = new Map<JsonValue, GoValue>();
  readonly #readsStrings: boolean;

  /** @param readsStrings true if lists that functions of Go return as `[]string` are read */
  constructor(readsStrings: boolean) {
    this.#readsStrings = readsStrings;
  }

  object(value: ObjectValue): Mapping | ErrorValue {
    const object = createMapping();
    for (const [name, member] of value.fields) {
      const field = this.#field(member);
      if (field instanceof ErrorValue) {
        return new ErrorValue(`fail to convert field ${goQuote(name)}: ${field.message}`);
      }
      object[name] = field;
    }
    return object;
  }

  #field(value: Value): JsonValue | ErrorValue {
    if (value instanceof OptionalValue) {
      return value.value === undefined ? null : this.#field(value.value);
    }
    if (isWrittenList(value) || (this.#readsStrings && value instanceof StringList)) {
      return value.size === 0 ? NIL_LIST : [...value].map((item) => this.#value(item));
    }
    if (!(value instanceof MapValue) || value instanceof PlainMap) return this.#value(value);
    const object = createMapping();
    for (const key of value.keys()) {
      if (typeof key !== 'string') return keyError(key);
      object[key] = this.#value(value.find(key) ?? null);
    }
    return object;
  }

  #value(value: Result): JsonValue {
    switch (typeof value) {
      case 'boolean':
      case 'string':
      case 'number':
        return value;
      case 'bigint':
        return Number.isSafeInteger(Number(value)) ? Number(value) : value;
      default:
        break;
    }
    if (value instanceof ErrorValue) return this.#stand(errorValue(value));
    if (value instanceof TypeValue) return value.name;
    if (value instanceof OptionalValue) {
      return value.value === undefined ? null : this.#value(value.value);
    }
    if (value instanceof ObjectValue) {
      const object = this.object(value);
      return object instanceof ErrorValue ? this.#stand(errorValue(object)) : object;
    }
    if (value instanceof PlainMap) return value.object;
    if (value instanceof PlainList) {
      return value.elements.map((raw) => (raw instanceof Native ? this.#value(raw.value) : raw));
    }
    if (value instanceof ConcatList) return [...value].map((item) => this.#value(item));
    return this.#stand(goValueOf(value));
  }

  #stand(value: GoValue): JsonValue {
    const place = createMapping();
    this.foreign.set(place, value);
    return place;
  }
}

/** Reports whether Go has the elements of a list as values of CEL. */
function isWrittenList(value: Value): value is ListValue {
  return (
    value instanceof ListValue &&
    !(value instanceof PlainList || value instanceof ConcatList || value instanceof StringList)
  );
}

function errorValue({ message }: ErrorValue): GoValue {
  return { type: '*types.Err', text: message, syntax: message };
}

function keyError(key: Value): ErrorValue {
  const type = goTypeName(key);
  const quoted =
    typeof key === 'bigint' && key >= 0n && key <= 0x10ffffn
      ? `'${goQuote(String.fromCodePoint(Number(key))).slice(1, -1)}'`
      : `%!q(${type}=${goFormat(key)})`;
  return new ErrorValue(`map key ${quoted} is of type ${type}, not string`);
}
