import type { FieldErrorType } from '../../result/finding.ts';
import type { Field } from '../../rule/field.ts';
import type { Resource } from '../../rule/resource.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import { serverHas } from '../../server/kubernetes/server-changes.ts';
import type { LimitedPriorityLevelConfiguration } from '../../server/kubernetes/types.generated.ts';

/** The `limited` of a priority level of the type Limited; the server does not validate it for another type. */
export function limitedOf(
  resource: Resource<'PriorityLevelConfiguration'>,
): Field<LimitedPriorityLevelConfiguration | undefined> | undefined {
  const spec = resource.root.get('spec');
  const limited = spec.get('limited');
  return spec.get('type').value === 'Limited' && limited.value !== undefined ? limited : undefined;
}

/** The type of the error for an absent `type` in a priority level: FieldValueNotSupported until 1.35. */
export function causeOfMissingType(minor: Minor): FieldErrorType {
  return serverHas('priority-level-type-required', minor)
    ? 'FieldValueRequired'
    : 'FieldValueNotSupported';
}
