import type { Cause } from '../../result/finding.ts';
import type { ValidationRule } from '../../server/kubernetes/types.generated.ts';

const REASONS = ['FieldValueRequired', 'FieldValueForbidden', 'FieldValueDuplicate'] as const;

/** The type of the error that the server reports if a validation rule is false. */
export function causeOfRule(rule: ValidationRule | undefined): Cause {
  return REASONS.find((reason) => reason === rule?.reason) ?? 'FieldValueInvalid';
}
