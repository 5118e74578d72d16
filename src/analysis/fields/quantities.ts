import type { Field } from '../../rule/field.ts';
import { parseQuantity, signOfQuantity } from '../../server/kubernetes/formats/quantity-value.ts';
import type { Quantity } from '../../server/kubernetes/types.generated.ts';
import { type Place, reportInvalid, type ValueReport } from './value-checks.ts';

/** Reports a quantity below 0. An absent quantity is not checked. */
export function requireNonNegative(
  report: ValueReport<'invalid'>,
  field: Field<Quantity | undefined>,
): void {
  if (signOf(field) < 0) reportInvalid(report, field, 'it must not be negative');
}

/** Reports a quantity that is not above 0. An absent quantity is not checked. */
export function requirePositive(
  report: ValueReport<'invalid'>,
  field: Field<Quantity | undefined>,
  place: Place = {},
): void {
  if (signOf(field) < 1) reportInvalid(report, field, 'it must be more than 0', place);
}

/** -1, 0 or 1; 1 for an absent quantity. */
function signOf({ value }: Field<Quantity | undefined>): number {
  return value === undefined ? 1 : signOfQuantity(parseQuantity(value));
}
