import { ArrayList, EntryMap } from '../values/collections.ts';
import { goFormat } from '../values/go-format.ts';
import { GoPanic, UNHASHABLE_BYTES } from '../values/go-panic.ts';
import { ErrorValue, OptionalValue, type Result, type Value } from '../values/value.ts';
import type { Scope } from './scope.ts';
import { Step } from './step.ts';

/** The cost of each literal without its parts. */
const COSTS = { list: 10, map: 30, struct: 40 } as const;

export class ListStep extends Step {
  readonly id: number;
  readonly #elements: readonly Step[];
  readonly #optional: ReadonlySet<number>;

  constructor(id: number, elements: readonly Step[], optional: readonly number[]) {
    super();
    this.id = id;
    this.#elements = elements;
    this.#optional = new Set(optional);
  }

  eval(scope: Scope): Result {
    const result = this.#make(scope);
    scope.tracker.dropAll(this.#elements);
    scope.tracker.cost += COSTS.list;
    scope.tracker.push(this.id);
    return result;
  }

  #make(scope: Scope): Result {
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

export interface EntrySteps {
  readonly key: Step;
  readonly value: Step;
  readonly isOptional: boolean;
}

export class MapStep extends Step {
  readonly id: number;
  readonly #entries: readonly EntrySteps[];
  readonly #parts: readonly Step[];

  constructor(id: number, entries: readonly EntrySteps[]) {
    super();
    this.id = id;
    this.#entries = entries;
    this.#parts = entries.flatMap(({ key, value }) => [key, value]);
  }

  eval(scope: Scope): Result {
    const result = this.#make(scope);
    scope.tracker.dropAll(this.#parts);
    scope.tracker.cost += COSTS.map;
    scope.tracker.push(this.id);
    return result;
  }

  #make(scope: Scope): Result {
    const entries = new Map<Value, readonly [Value, Value]>();
    for (const { key, value, isOptional } of this.#entries) {
      const k = key.eval(scope);
      if (k instanceof ErrorValue) return k;
      const v = value.eval(scope);
      if (v instanceof ErrorValue) return v;
      const held = isOptional ? optionalEntry(k, v) : v;
      if (held instanceof ErrorValue) return held;
      if (k instanceof Uint8Array) {
        throw new GoPanic(UNHASHABLE_BYTES);
      }
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

export interface FieldStep {
  readonly name: string;
  readonly value: Step;
  readonly isOptional: boolean;
}

/** Creates a struct such as `Object{...}` from its fields. */
export type StructMaker = (fields: ReadonlyMap<string, Value>) => Result;

export class StructStep extends Step {
  readonly id: number;
  readonly #fields: readonly FieldStep[];
  readonly #values: readonly Step[];
  readonly #make: StructMaker;

  constructor(id: number, fields: readonly FieldStep[], make: StructMaker) {
    super();
    this.id = id;
    this.#fields = fields;
    this.#values = fields.map(({ value }) => value);
    this.#make = make;
  }

  eval(scope: Scope): Result {
    const fields = this.#gather(scope);
    const result = fields instanceof ErrorValue ? fields : this.#make(fields);
    scope.tracker.dropAll(this.#values);
    scope.tracker.cost += COSTS.struct;
    scope.tracker.push(this.id);
    return result;
  }

  #gather(scope: Scope): ReadonlyMap<string, Value> | ErrorValue {
    const fields = new Map<string, Value>();
    for (const { name, value, isOptional } of this.#fields) {
      const given = value.eval(scope);
      if (given instanceof ErrorValue) return given;
      const held = isOptional ? optionalEntry(name, given) : given;
      if (held instanceof ErrorValue) return held;
      if (held === undefined) fields.delete(name);
      else fields.set(name, held);
    }
    return fields;
  }
}
