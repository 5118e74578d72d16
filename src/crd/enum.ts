import type { Value } from '../kubernetes/value.ts';
import { isMapping } from '../yaml/tree.ts';
import { kindOfNumber } from './numbers.ts';

/**
 * Whether a value is in an enum, as the server compares them: it converts the value to the type of
 * each enum value first, so that 1.5 equals the integer 1, and the integer 65 equals the string A.
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

/** Compares two values deeply. Not recursive, so values of any depth are supported. */
export function areDeeplyEqual(a: Value, b: Value): boolean {
  const left: [Value | undefined, Value | undefined][] = [[a, b]];
  for (let pair = left.pop(); pair !== undefined; pair = left.pop()) {
    const [one, other] = pair;
    if (Array.isArray(one)) {
      if (!Array.isArray(other) || one.length !== other.length) return false;
      for (const [index, item] of one.entries()) left.push([item, other[index]]);
    } else if (isMapping(one)) {
      if (!isMapping(other)) return false;
      const keys = Object.keys(one);
      if (keys.length !== Object.keys(other).length) return false;
      for (const key of keys) left.push([one[key], other[key]]);
    } else if (one !== other) return false;
  }
  return true;
}
