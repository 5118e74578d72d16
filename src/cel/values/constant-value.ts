import type { ConstantValue } from '../ast.ts';
import { Uint, type Value } from './value.ts';

/** The value of a literal of the syntax tree. */
export function constantValue(constant: ConstantValue): Value {
  if (constant.type === 'null') return null;
  return constant.type === 'uint' ? new Uint(constant.value) : constant.value;
}
