import type { KindName } from '../../kubernetes/kinds.ts';
import type { MatchResources, RuleWithOperations } from '../../kubernetes/types.generated.ts';
import type { Field } from '../../rule/field.ts';
import { isOfKind, type Resource } from '../../rule/resource.ts';

/** The kinds that say which requests they are about. */
export const KINDS_WITH_ADMISSION_RULES = [
  'ValidatingWebhookConfiguration',
  'MutatingWebhookConfiguration',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
] as const satisfies readonly KindName[];

type KindWithAdmissionRules = (typeof KINDS_WITH_ADMISSION_RULES)[number];

/**
 * All rules of an object: those of each webhook, or those that a policy or binding includes and
 * excludes. Those of policies also have `resourceNames`.
 */
export function admissionRules(
  resource: Resource<KindWithAdmissionRules>,
): readonly Field<RuleWithOperations>[] {
  if (isOfKind(resource, 'ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration')) {
    return resource.root
      .get('webhooks')
      .items()
      .flatMap((webhook) => webhook.get('rules').items());
  }
  const match = matchResources(resource);
  return match === undefined
    ? []
    : [...match.get('resourceRules').items(), ...match.get('excludeResourceRules').items()];
}

/** The `matchConstraints` of a policy, the `matchResources` of a binding; undefined for other kinds. */
export function matchResources(
  resource: Resource<KindWithAdmissionRules>,
): Field<MatchResources | undefined> | undefined {
  if (isOfKind(resource, 'ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy')) {
    return resource.root.get('spec').get('matchConstraints');
  }
  if (isOfKind(resource, 'ValidatingAdmissionPolicyBinding', 'MutatingAdmissionPolicyBinding')) {
    return resource.root.get('spec').get('matchResources');
  }
  return undefined;
}
