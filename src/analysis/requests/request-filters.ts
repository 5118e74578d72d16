import type { Field } from '../../rule/field.ts';
import { isOfKind, type Resource } from '../../rule/resource.ts';
import type {
  LabelSelector,
  MatchCondition,
  NamedRuleWithOperations,
} from '../../server/kubernetes/types.generated.ts';
import { POLICY_KINDS, WEBHOOK_KINDS } from '../admission/policy-kinds.ts';
import { type KINDS_WITH_RESOURCE_RULES, matchResources } from './resource-rules.ts';

/** A resource rule. The rules of webhooks have no `resourceNames`. */
export type ResourceRuleField = Field<NamedRuleWithOperations>;
type SelectorField = Field<LabelSelector | undefined>;

/** The criteria that together select the requests of a webhook, a policy or a binding. */
export interface RequestFilter {
  /** The webhook, or the `matchConstraints` or `matchResources`. */
  readonly field: Field;
  /** At least one of them must match; a binding without rules matches everything. */
  readonly rules: readonly ResourceRuleField[];
  readonly namespaceSelector: SelectorField;
  readonly objectSelector: SelectorField;
  readonly matchPolicy: Field<string | undefined>;
  /** The conditions that must all be met; a binding has none of its own. */
  readonly matchConditions: readonly Field<MatchCondition>[];
}

/** The filters of an object: one for each webhook, or one for a policy or binding. */
export function requestFilters(
  resource: Resource<(typeof KINDS_WITH_RESOURCE_RULES)[number]>,
): readonly RequestFilter[] {
  if (isOfKind(resource, ...WEBHOOK_KINDS)) {
    return resource.root.itemsOf('webhooks').map((webhook) => ({
      field: webhook,
      rules: webhook.itemsOf('rules'),
      namespaceSelector: webhook.get('namespaceSelector'),
      objectSelector: webhook.get('objectSelector'),
      matchPolicy: webhook.get('matchPolicy'),
      matchConditions: webhook.itemsOf('matchConditions'),
    }));
  }
  const match = matchResources(resource);
  if (match === undefined) return [];
  return [
    {
      field: match,
      rules: match.itemsOf('resourceRules'),
      namespaceSelector: match.get('namespaceSelector'),
      objectSelector: match.get('objectSelector'),
      matchPolicy: match.get('matchPolicy'),
      matchConditions: isOfKind(resource, ...POLICY_KINDS)
        ? resource.root.get('spec').itemsOf('matchConditions')
        : [],
    },
  ];
}

/** Reports whether a selector has requirements. An absent selector and `{}` have none and match everything. */
export function hasRequirements(selector: SelectorField): boolean {
  return (
    selector.get('matchLabels').entries().length > 0 ||
    selector.itemsOf('matchExpressions').length > 0
  );
}
