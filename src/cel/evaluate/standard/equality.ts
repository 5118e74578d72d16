import { equal } from '../../values/equality.ts';
import type { CallOptions } from '../step.ts';

/** `a == b`. */
export const equals: Omit<CallOptions, 'cost'> = {
  call: ([left = null, right = null]) => equal(left, right),
  order: 'all',
};

/** `a != b`: also where the comparison fails. */
export const notEquals: Omit<CallOptions, 'cost'> = {
  call: ([left = null, right = null]) => equal(left, right) !== true,
  order: 'all',
};
