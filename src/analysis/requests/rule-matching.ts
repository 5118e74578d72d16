import type { Field } from '../../rule/field.ts';
import type { Operation } from '../../server/kubernetes/operations.ts';
import { hasEntry, matchesEntry } from '../../server/kubernetes/rule-entries.ts';
import type { ResourceRuleField } from './request-filters.ts';

/** The attributes of a request that resource rules are compared with. */
export interface AdmissionRequest {
  readonly operation: Operation;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Empty for a request for the resource itself. */
  readonly subresource: string;
  /** True if the object is in a namespace. A namespace itself is cluster-scoped. */
  readonly namespaced: boolean;
}

/**
 * The first entry of `resources` by which a resource rule matches a request; undefined if it does not match. A list
 * matches by the value itself or by `*`, and an entry without a slash matches requests without a subresource only.
 * Source: `Matcher` in k8s.io/apiserver/pkg/admission/plugin/webhook/predicates/rules.
 */
export function matchingEntry(
  rule: ResourceRuleField,
  request: AdmissionRequest,
): Field<string> | undefined {
  const scope = rule.get('scope').value ?? '*';
  if (scope !== '*' && (scope === 'Namespaced') !== request.namespaced) return undefined;
  const others =
    hasEntry(rule.get('operations').value, request.operation) &&
    hasEntry(rule.get('apiGroups').value, request.group) &&
    hasEntry(rule.get('apiVersions').value, request.version);
  if (!others) return undefined;
  return rule
    .itemsOf('resources')
    .find(({ value = '' }) => matchesEntry(value, request.resource, request.subresource));
}
