import type { Field } from '../../rule/field.ts';
import type { RuleField } from './request-filters.ts';

/** A request as the rules of webhooks and policies see it. */
export interface AdmissionRequest {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Empty where the resource itself is meant. */
  readonly subresource: string;
  /** Whether the object belongs to a namespace; namespaces themselves do not. */
  readonly namespaced: boolean;
}

/**
 * The first entry of a rule's `resources` that matches a request, if the rule does: each list has the
 * value itself or `*`, and an entry without a slash is for requests without a subresource.
 */
export function entryFor(rule: RuleField, request: AdmissionRequest): Field<string> | undefined {
  const scope = rule.get('scope').value ?? '*';
  if (scope !== '*' && (scope === 'Namespaced') !== request.namespaced) return undefined;
  const others =
    names(rule.get('operations').value, request.operation) &&
    names(rule.get('apiGroups').value, request.group) &&
    names(rule.get('apiVersions').value, request.version);
  if (!others) return undefined;
  return rule
    .get('resources')
    .items()
    .find(({ value = '' }) => {
      const slash = value.indexOf('/');
      const resource = slash < 0 ? value : value.slice(0, slash);
      const subresource = slash < 0 ? '' : value.slice(slash + 1);
      return (
        (resource === '*' || resource === request.resource) &&
        (subresource === '*' || subresource === request.subresource)
      );
    });
}

function names(list: readonly string[] | undefined, value: string): boolean {
  return list !== undefined && (list.includes('*') || list.includes(value));
}
