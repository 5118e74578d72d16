import type { Value } from '../kubernetes/value.ts';
import { isMapping } from '../yaml/tree.ts';
import { kindOfNumber } from './numbers.ts';

/**
 * Whether a value is one of an enum, as the server compares them: it converts the value to the type of each
 * listed one first, so that 1.5 is the integer 1, and the integer 65 is the text A.
 */
export function isInEnum(value: Value, kind: string, listed: readonly Value[]): boolean {
  return listed.some((one) => isSame(value, kind, one));
}

function isSame(value: Value, kind: string, listed: Value): boolean {
  if (typeof listed === 'number' || typeof listed === 'bigint') {
    if (typeof value !== 'number' && typeof value !== 'bigint') return false;
    if (kindOfNumber(listed, false) === 'number') return Number(value) === Number(listed);
    const whole = typeof value === 'bigint' ? value : Math.trunc(value);
    // Loose on purpose: a number and a bigint of the same value are the same integer.
    return whole >= listed && whole <= listed;
  }
  if (typeof listed === 'string' && kind === 'integer') {
    const point = Number(value);
    return point >= 0 && point <= 0x10ffff && String.fromCodePoint(point) === listed;
  }
  return isDeeplySame(value, listed);
}

function isDeeplySame(a: Value, b: Value): boolean {
  if (Array.isArray(a)) {
    return (
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => isDeeplySame(item, b[index]))
    );
  }
  if (isMapping(a) && isMapping(b)) {
    const keys = Object.keys(a);
    return (
      keys.length === Object.keys(b).length &&
      keys.every((key) => {
        const inA = a[key];
        const inB = b[key];
        return inA !== undefined && inB !== undefined && isDeeplySame(inA, inB);
      })
    );
  }
  return a === b;
}
