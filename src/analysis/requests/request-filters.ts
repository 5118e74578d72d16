import type { LabelSelector, NamedRuleWithOperations } from '../../kubernetes/types.generated.ts';
import type { Field } from '../../rule/field.ts';
import { isOfKind, type Resource } from '../../rule/resource.ts';
import { type KINDS_WITH_ADMISSION_RULES, matchResources } from './admission-rules.ts';

export type RuleField = Field<NamedRuleWithOperations>;
type SelectorField = Field<LabelSelector | undefined>;

/** What decides together which requests come to a webhook, a policy or a binding. */
export interface RequestFilter {
  /** The webhook, the `matchConstraints` or the `matchResources`. */
  readonly field: Field;
  /** The rules of which one must match; those of a binding may be none, which is everything. */
  readonly rules: readonly RuleField[];
  readonly namespaceSelector: SelectorField;
  readonly objectSelector: SelectorField;
  readonly matchPolicy: Field<string | undefined>;
}

/** The filters of an object: one for each webhook, one for a policy or binding. */
export function requestFilters(
  resource: Resource<(typeof KINDS_WITH_ADMISSION_RULES)[number]>,
): readonly RequestFilter[] {
  if (isOfKind(resource, 'ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration')) {
    return resource.root
      .get('webhooks')
      .items()
      .map((webhook) => ({
        field: webhook,
        rules: webhook.get('rules').items(),
        namespaceSelector: webhook.get('namespaceSelector'),
        objectSelector: webhook.get('objectSelector'),
        matchPolicy: webhook.get('matchPolicy'),
      }));
  }
  const match = matchResources(resource);
  if (match === undefined) return [];
  return [
    {
      field: match,
      rules: match.get('resourceRules').items(),
      namespaceSelector: match.get('namespaceSelector'),
      objectSelector: match.get('objectSelector'),
      matchPolicy: match.get('matchPolicy'),
    },
  ];
}

/** Whether a selector asks for anything; an absent one and `{}` do not. */
export function asksForLabels(selector: SelectorField): boolean {
  return (
    selector.get('matchLabels').entries().length > 0 ||
    selector.get('matchExpressions').items().length > 0
  );
}
