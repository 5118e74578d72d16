import { LIST_CREATION_COST, MAP_CREATION_COST, STRUCT_CREATION_COST } from '../cost/factors.ts';
import { ArrayList, EntryMap, requireHashable } from '../values/collections.ts';
import { goFormat } from '../values/go-format.ts';
import { ErrorValue, OptionalValue, type Result, type Value } from '../values/value.ts';
import type { Scope } from './scope.ts';
import { NodeStep, type Step } from './step.ts';

/** A literal that is made of the values of other steps. */
abstract class LiteralStep extends NodeStep {
  readonly #parts: readonly Step[];
  readonly #cost: number;

  /** @param cost without that of the parts */
  constructor(id: number, parts: readonly Step[], cost: number) {
    super(id);
    this.#parts = parts;
    this.#cost = cost;
  }

  eval(scope: Scope): Result {
    const result = this.make(scope);
    scope.tracker.dropAll(this.#parts);
    scope.tracker.cost += this.#cost;
    scope.tracker.push(this.id);
    return result;
  }

  protected abstract make(scope: Scope): Result;
}

export class ListStep extends LiteralStep {
  readonly #elements: readonly Step[];
  readonly #optional: ReadonlySet<number>;

  constructor(id: number, elements: readonly Step[], optional: readonly number[]) {
    super(id, elements, LIST_CREATION_COST);
    this.#elements = elements;
    this.#optional = new Set(optional);
  }

  protected make(scope: Scope): Result {
    const values: Value[] = [];
    for (const [index, element] of this.#elements.entries()) {
      const value = element.eval(scope);
      if (value instanceof ErrorValue) return value;
      if (!this.#optional.has(index)) values.push(value);
      else if (!(value instanceof OptionalValue)) {
        return new ErrorValue(
          `cannot initialize optional list element from non-optional value ${goFormat(value)}`,
        );
      } else if (value.value !== undefined) values.push(value.value);
    }
    return new ArrayList(values);
  }
}

interface EntrySteps {
  readonly key: Step;
  readonly value: Step;
  readonly isOptional: boolean;
}

export class MapStep extends LiteralStep {
  readonly #entries: readonly EntrySteps[];

  constructor(id: number, entries: readonly EntrySteps[]) {
    const parts = entries.flatMap(({ key, value }) => [key, value]);
    super(id, parts, MAP_CREATION_COST);
    this.#entries = entries;
  }

  protected make(scope: Scope): Result {
    const entries = new Map<Value, readonly [Value, Value]>();
    for (const { key, value, isOptional } of this.#entries) {
      const k = key.eval(scope);
      if (k instanceof ErrorValue) return k;
      const v = value.eval(scope);
      if (v instanceof ErrorValue) return v;
      const held = isOptional ? optionalEntry(k, v) : v;
      if (held instanceof ErrorValue) return held;
      requireHashable(k);
      if (held === undefined) entries.delete(k);
      else entries.set(k, [k, held]);
    }
    return new EntryMap(entries.values());
  }
}

/** The value of an optional entry; undefined if the entry is omitted. */
function optionalEntry(name: Value, value: Value): Value | undefined | ErrorValue {
  return value instanceof OptionalValue
    ? value.value
    : new ErrorValue(
        `cannot initialize optional entry '${goFormat(name)}' from non-optional value ${goFormat(value)}`,
      );
}

interface FieldStep {
  readonly name: string;
  readonly value: Step;
  readonly isOptional: boolean;
}

/** Creates a struct such as `Object{...}` from its fields. */
export type StructMaker = (fields: ReadonlyMap<string, Value>) => Result;

export class StructStep extends LiteralStep {
  readonly #fields: readonly FieldStep[];
  readonly #makeStruct: StructMaker;

  constructor(id: number, fields: readonly FieldStep[], makeStruct: StructMaker) {
    const values = fields.map(({ value }) => value);
    super(id, values, STRUCT_CREATION_COST);
    this.#fields = fields;
    this.#makeStruct = makeStruct;
  }

  protected make(scope: Scope): Result {
    const fields = new Map<string, Value>();
    for (const { name, value, isOptional } of this.#fields) {
      const given = value.eval(scope);
      if (given instanceof ErrorValue) return given;
      const held = isOptional ? optionalEntry(name, given) : given;
      if (held instanceof ErrorValue) return held;
      if (held === undefined) fields.delete(name);
      else fields.set(name, held);
    }
    return this.#makeStruct(fields);
  }
}
