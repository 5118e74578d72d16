import { isList, isMapping, writtenAsFloat } from '../../../yaml/tree.ts';
import type { Value } from '../../kubernetes/value.ts';
import {
  itemSchema,
  mapValueSchema,
  propertySchema,
  type StructuralSchema,
} from '../structural.ts';
import { KeyedItems, matchesItems } from './correlation.ts';
import { areDeeplyEqual } from './enum.ts';
import { kindOfNumber } from './numbers.ts';

/** A value, and whether JSON writes it as a float. */
export interface MarkedValue {
  readonly value: Value;
  readonly isFloat: boolean;
}

/**
 * A value of an updated object and the value that it replaces, as the server correlates them to find the parts that an
 * update does not change.
 *
 * Source: `CorrelatedObject` in `pkg/cel/common/equality.go` of the API server.
 */
export class CorrelatedValue {
  readonly now: MarkedValue;
  readonly #before: MarkedValue;
  readonly #schema: StructuralSchema;
  readonly #children = new Map<string | number, CorrelatedValue | undefined>();
  #oldItems: KeyedItems | undefined;
  #isUnchanged: boolean | undefined;

  private constructor(now: MarkedValue, before: MarkedValue, schema: StructuralSchema) {
    this.now = now;
    this.#before = before;
    this.#schema = schema;
  }

  /** The correlation of two whole objects. */
  static of(now: Value, before: Value, schema: StructuralSchema): CorrelatedValue {
    return new CorrelatedValue(
      { value: now, isFloat: false },
      { value: before, isFloat: false },
      schema,
    );
  }

  /** The member of an object or map. Undefined if one of both objects lacks it, or if no schema declares it. */
  key(name: string): CorrelatedValue | undefined {
    if (this.#children.has(name)) return this.#children.get(name);
    const child = this.#member(name);
    this.#children.set(name, child);
    return child;
  }

  #member(name: string): CorrelatedValue | undefined {
    const [now, before] = [this.now.value, this.#before.value];
    if (!isMapping(now) || !isMapping(before)) return undefined;
    const [value, old] = [now[name], before[name]];
    const schema = propertySchema(this.#schema, name) ?? mapValueSchema(this.#schema);
    if (value === undefined || old === undefined || schema === undefined) return undefined;
    return new CorrelatedValue(
      { value, isFloat: writtenAsFloat(now, name) },
      { value: old, isFloat: writtenAsFloat(before, name) },
      schema,
    );
  }

  /** The item of a list of type `map`; undefined if no item had its keys before. */
  index(position: number): CorrelatedValue | undefined {
    if (this.#children.has(position)) return this.#children.get(position);
    const child = this.#item(position);
    this.#children.set(position, child);
    return child;
  }

  #item(position: number): CorrelatedValue | undefined {
    const [now, before] = [this.now.value, this.#before.value];
    if (!isList(now) || !isList(before) || !matchesItems(this.#schema)) return undefined;
    const value = now[position];
    if (value === undefined) return undefined;
    this.#oldItems ??= new KeyedItems(before, this.#schema);
    const old = this.#oldItems.find(value);
    const items = itemSchema(this.#schema);
    if (old === undefined || items === undefined) return undefined;
    return new CorrelatedValue({ value, isFloat: false }, { value: old, isFloat: false }, items);
  }

  /** Reports whether the server considers both values equal. */
  isUnchanged(): boolean {
    this.#isUnchanged ??= this.#compare();
    return this.#isUnchanged;
  }

  #compare(): boolean {
    const [now, before] = [this.now.value, this.#before.value];
    if (now === null || before === null) return now === before;
    if (isList(now) || isList(before)) {
      return isList(now) && isList(before) && this.#haveEqualItems(now, before);
    }
    if (isMapping(now) || isMapping(before)) {
      if (!isMapping(now) || !isMapping(before)) return false;
      const names = Object.keys(now);
      if (names.length !== Object.keys(before).length) return false;
      // A member that no schema declares is never correlated.
      return names.every((name) => this.key(name)?.isUnchanged() ?? false);
    }
    return areSameScalars(this.now, this.#before);
  }

  #haveEqualItems(now: readonly Value[], before: readonly Value[]): boolean {
    if (now.length !== before.length) return false;
    if (!matchesItems(this.#schema)) return areDeeplyEqual(now, before);
    return now.every((_, position) => this.index(position)?.isUnchanged() ?? false);
  }
}

/** Reports whether two scalars are equal in Go, where 1 is not 1.0. */
function areSameScalars(now: MarkedValue, before: MarkedValue): boolean {
  const [one, other] = [now.value, before.value];
  if (!isNumber(one) || !isNumber(other)) return one === other;
  const kinds = [kindOfNumber(one, now.isFloat), kindOfNumber(other, before.isFloat)];
  // Loose: a number and a bigint of the same value are the same integer.
  return kinds[0] === kinds[1] && one >= other && one <= other;
}

function isNumber(value: Value): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}
