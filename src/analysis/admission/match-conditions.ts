import type { Field } from '../../rule/field.ts';
import { isOfKind, type Resource } from '../../rule/resource.ts';
import type { KindName } from '../../server/kubernetes/kinds.ts';
import type { MatchCondition } from '../../server/kubernetes/types.generated.ts';

/** The kinds with `matchConditions`. */
export const KINDS_WITH_MATCH_CONDITIONS = [
  'ValidatingWebhookConfiguration',
  'MutatingWebhookConfiguration',
  'ValidatingAdmissionPolicy',
  'MutatingAdmissionPolicy',
] as const satisfies readonly KindName[];

type KindWithMatchConditions = (typeof KINDS_WITH_MATCH_CONDITIONS)[number];

/** The lists of match conditions of an object: that of each webhook, or that of the policy. */
export function matchConditionLists(
  resource: Resource<KindWithMatchConditions>,
): readonly Field<readonly MatchCondition[] | undefined>[] {
  if (isOfKind(resource, 'ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration')) {
    return resource.root
      .get('webhooks')
      .items()
      .map((webhook) => webhook.get('matchConditions'));
  }
  if (isOfKind(resource, 'ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy')) {
    return [resource.root.get('spec').get('matchConditions')];
  }
  return [];
}
