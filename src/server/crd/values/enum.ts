import { isMapping, writtenAsFloat } from '../../../yaml/tree.ts';
import type { Mapping, Value } from '../../kubernetes/value.ts';
import { kindOfNumber } from './numbers.ts';

/**
 * Reports whether a value is in an enum, as the server compares them. The server converts the value to the type of each
 * enum value first, so that 1.5 equals the integer 1, and the integer 65 equals the string A.
 */
export function isInEnum(value: Value, kind: string, listed: readonly Value[]): boolean {
  return listed.some((one) => isSame(value, kind, one));
}

function isSame(value: Value, kind: string, listed: Value): boolean {
  if (typeof listed === 'number' || typeof listed === 'bigint') {
    if (typeof value !== 'number' && typeof value !== 'bigint') return false;
    if (kindOfNumber(listed, false) === 'number') return Number(value) === Number(listed);
    const whole = typeof value === 'bigint' ? value : Math.trunc(value);
    // Loose comparison: a number and a bigint of the same value are the same integer.
    return whole >= listed && whole <= listed;
  }
  if (typeof listed === 'string' && kind === 'integer') {
    const point = Number(value);
    return point >= 0 && point <= 0x10ffff && String.fromCodePoint(point) === listed;
  }
  return areDeeplyEqual(value, listed);
}

/** Two values with their containers. */
interface Pair {
  readonly one: Value | undefined;
  readonly other: Value | undefined;
  /** True if one of the two numbers is an integer, and the other one a float. */
  readonly differsInKind: boolean;
}

/**
 * Compares two values deeply, as Go does: in lists and objects, 1 is not 1.0. Not recursive, so values of any depth are
 * supported.
 */
export function areDeeplyEqual(a: Value, b: Value): boolean {
  const left: Pair[] = [{ one: a, other: b, differsInKind: false }];
  for (let pair = left.pop(); pair !== undefined; pair = left.pop()) {
    const { one, other, differsInKind } = pair;
    if (Array.isArray(one)) {
      if (!Array.isArray(other) || one.length !== other.length) return false;
      for (const index of one.keys()) left.push(pairAt(one, other, index));
    } else if (isMapping(one)) {
      if (!isMapping(other)) return false;
      const keys = Object.keys(one);
      if (keys.length !== Object.keys(other).length) return false;
      for (const key of keys) left.push(pairAt(one, other, key));
    } else if (one !== other || differsInKind) return false;
  }
  return true;
}

function pairAt(
  one: readonly Value[] | Mapping,
  other: readonly Value[] | Mapping,
  key: string | number,
): Pair {
  const at = (container: readonly Value[] | Mapping) =>
    (container as Readonly<Record<string | number, Value | undefined>>)[key];
  const kindAt = (container: readonly Value[] | Mapping) => {
    const value = at(container);
    const isNumber = typeof value === 'number' || typeof value === 'bigint';
    return isNumber ? kindOfNumber(value, writtenAsFloat(container, key)) : undefined;
  };
  return { one: at(one), other: at(other), differsInKind: kindAt(one) !== kindAt(other) };
}
