import { equal } from '../../values/equality.ts';
import type { CallOptions } from '../step.ts';
import { defaultCost } from './costs.ts';

/** `a == b`. */
export const equals: CallOptions = {
  call: ([left = null, right = null]) => equal(left, right),
  cost: defaultCost('_==_', undefined),
  order: 'all',
};

/** `a != b`: also where the comparison fails. */
export const notEquals: CallOptions = {
  call: ([left = null, right = null]) => equal(left, right) !== true,
  cost: defaultCost('_!=_', undefined),
  order: 'all',
};
