import type { Field } from '../../rule/field.ts';
import { isOfKind, type Resource } from '../../rule/resource.ts';
import type { KindName } from '../../server/kubernetes/kinds.ts';
import type {
  MatchResources,
  RuleWithOperations,
} from '../../server/kubernetes/types.generated.ts';
import { BINDING_KINDS, POLICY_KINDS, WEBHOOK_KINDS } from '../admission/policy-kinds.ts';

/** The kinds with resource rules (`RuleWithOperations` of the API), which select requests. */
export const KINDS_WITH_RESOURCE_RULES = [
  ...WEBHOOK_KINDS,
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
] as const satisfies readonly KindName[];

type KindWithResourceRules = (typeof KINDS_WITH_RESOURCE_RULES)[number];

/**
 * All resource rules of an object: the `rules` of each webhook, or the `resourceRules` and `excludeResourceRules` of a
 * policy or binding. Only rules of policies and bindings have `resourceNames`.
 */
export function resourceRulesOf(
  resource: Resource<KindWithResourceRules>,
): readonly Field<RuleWithOperations>[] {
  if (isOfKind(resource, ...WEBHOOK_KINDS)) {
    return resource.root.itemsOf('webhooks').flatMap((webhook) => webhook.itemsOf('rules'));
  }
  const match = matchResources(resource);
  return match === undefined
    ? []
    : [...match.itemsOf('resourceRules'), ...match.itemsOf('excludeResourceRules')];
}

/** The `matchConstraints` of a policy, the `matchResources` of a binding; undefined for other kinds. */
export function matchResources(
  resource: Resource<KindWithResourceRules>,
): Field<MatchResources | undefined> | undefined {
  if (isOfKind(resource, ...POLICY_KINDS)) {
    return resource.root.get('spec').get('matchConstraints');
  }
  if (isOfKind(resource, ...BINDING_KINDS)) {
    return resource.root.get('spec').get('matchResources');
  }
  return undefined;
}
