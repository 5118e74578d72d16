import type { Field } from '../../rule/field.ts';
import { isOfKind, type Resource } from '../../rule/resource.ts';
import type { KindName } from '../../server/kubernetes/kinds.ts';

/** The kinds with a `failurePolicy`. */
export const KINDS_WITH_FAILURE_POLICIES = [
  'ValidatingWebhookConfiguration',
  'MutatingWebhookConfiguration',
  'ValidatingAdmissionPolicy',
  'MutatingAdmissionPolicy',
] as const satisfies readonly KindName[];

/** Each `failurePolicy` of an object: that of each webhook, or that of the policy. */
export function failurePolicies(
  resource: Resource<(typeof KINDS_WITH_FAILURE_POLICIES)[number]>,
): readonly Field<string | undefined>[] {
  if (isOfKind(resource, 'ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration')) {
    return resource.root
      .get('webhooks')
      .items()
      .map((webhook) => webhook.get('failurePolicy'));
  }
  if (isOfKind(resource, 'ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy')) {
    return [resource.root.get('spec').get('failurePolicy')];
  }
  return [];
}
