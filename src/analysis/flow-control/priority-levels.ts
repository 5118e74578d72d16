import type { Minor } from '../../kubernetes/minors.ts';
import { serverHas } from '../../kubernetes/server-changes.ts';
import type { LimitedPriorityLevelConfiguration } from '../../kubernetes/types.generated.ts';
import type { FieldErrorType } from '../../result/finding.ts';
import type { Field } from '../../rule/field.ts';
import type { Resource } from '../../rule/resource.ts';

/** The `limited` of a priority level of that type; the server looks at no other. */
export function limitedOf(
  resource: Resource<'PriorityLevelConfiguration'>,
): Field<LimitedPriorityLevelConfiguration | undefined> | undefined {
  const spec = resource.root.get('spec');
  const limited = spec.get('limited');
  return spec.get('type').value === 'Limited' && limited.value !== undefined ? limited : undefined;
}

/** What the server calls an absent `type` in a priority level: until 1.35 one that it does not support. */
export function causeOfMissingType(minor: Minor): FieldErrorType {
  return serverHas('priority-level-type-required', minor)
    ? 'FieldValueRequired'
    : 'FieldValueNotSupported';
}
