import { Uint, type Value } from './value.ts';

/** Reports whether a value can be an index or a key in `operand[value]`. */
export function isQualifier(value: Value): boolean {
  return (value !== null && typeof value !== 'object') || value instanceof Uint;
}
