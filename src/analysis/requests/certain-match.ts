import type { Field } from '../../rule/field.ts';
import { compile } from '../../server/expressions/compile.ts';
import { programOf } from '../../server/expressions/runtime.ts';
import { plainValue } from '../../server/expressions/values/plain-values.ts';
import { type Labels, selectorMatches } from '../../server/kubernetes/label-selector.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import type { LabelSelector } from '../../server/kubernetes/types.generated.ts';
import type { Mapping } from '../../server/kubernetes/value.ts';
import { NAMESPACE_NAME_LABEL } from './namespace-reach.ts';
import { hasRequirements, type RequestFilter } from './request-filters.ts';
import { type AdmissionRequest, matchingEntry } from './rule-matching.ts';

export interface ExpectedRequest {
  readonly attributes: AdmissionRequest;
  readonly kind: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  /** The labels of its namespace; undefined if only its name is known. */
  readonly namespaceLabels: Labels | undefined;
  /** The name of the object; empty if the server generates it. */
  readonly name: string;
  /** The object as the server completes it. Undefined if that is not known. */
  readonly object: Mapping | undefined;
  /** The labels of the object; undefined if they are not known. */
  readonly labels: Labels | undefined;
  /** The user who makes the request. Undefined if that is not known. */
  readonly user: string | undefined;
}

/**
 * The entry of `resources` by which a webhook or policy certainly matches a request. Undefined if it does not match, or
 * if that depends on unknown facts.
 */
export function certainMatch(
  filter: RequestFilter,
  request: ExpectedRequest,
  minor: Minor,
): Field<string> | undefined {
  for (const rule of filter.rules) {
    const entry = matchingEntry(rule, request.attributes);
    const names = rule.get('resourceNames').value ?? [];
    if (entry === undefined || names.length > 0) continue;
    return selectsNamespace(filter, request) &&
      selectsObject(filter, request) &&
      meetsConditions(filter, request, minor)
      ? entry
      : undefined;
  }
  return undefined;
}

function selectsNamespace({ namespaceSelector }: RequestFilter, request: ExpectedRequest): boolean {
  const { value } = namespaceSelector;
  if (value === undefined) return !namespaceSelector.pruned;
  // Other cluster-scoped objects are in no namespace that could be excluded.
  if (request.namespace === '') return true;
  const labels = new Map([
    ...(request.namespaceLabels ?? []),
    [NAMESPACE_NAME_LABEL, request.namespace] as const,
  ]);
  return certainlySelectsLabels(value, labels, request.namespaceLabels !== undefined);
}

function selectsObject({ objectSelector }: RequestFilter, { labels }: ExpectedRequest): boolean {
  if (!hasRequirements(objectSelector)) return !objectSelector.pruned;
  const { value } = objectSelector;
  return labels !== undefined && value !== undefined && certainlySelectsLabels(value, labels, true);
}

/** @param isComplete true if there are no other labels */
function certainlySelectsLabels(
  selector: LabelSelector,
  labels: Labels,
  isComplete: boolean,
): boolean {
  const { matchExpressions = [] } = selector;
  return (
    selectorMatches(selector, labels) &&
    (isComplete || matchExpressions.every(({ key = '' }) => labels.has(key)))
  );
}

/** Reports whether all match conditions are true for a request. A value that is not known is an error. */
function meetsConditions(
  { matchConditions }: RequestFilter,
  request: ExpectedRequest,
  minor: Minor,
): boolean {
  if (matchConditions.length === 0) return true;
  const { object } = request;
  const values = new Map([
    ['oldObject', null],
    ['request', plainValue(requestOf(request))],
    ...(object === undefined ? [] : [['object', plainValue(object)] as const]),
  ]);
  return matchConditions.every((condition) => {
    const { value: expression = '' } = condition.get('expression');
    const context = { environment: 'webhook', minor, expressions: 'stored' } as const;
    const compiled = compile(expression, context);
    if (!compiled.ok) return false;
    const result = programOf(compiled.checked, context).evaluate((name) => values.get(name), {
      costLimit: CONDITION_COST_LIMIT,
    });
    return result.ok && result.value === true;
  });
}

/**
 * The highest cost of all match conditions of a webhook. Source: `RuntimeCELCostBudgetMatchConditions` of the API
 * server.
 */
const CONDITION_COST_LIMIT = 2_500_000;

/** The variable `request`, without fields that are not known. */
function requestOf({ attributes, kind, namespace, name, user }: ExpectedRequest): Mapping {
  const { group, version, resource, subresource, operation } = attributes;
  return {
    kind: { group, version, kind },
    resource: { group, version, resource },
    subResource: subresource,
    requestKind: { group, version, kind },
    requestResource: { group, version, resource },
    requestSubResource: subresource,
    name,
    namespace,
    operation,
    ...(user === undefined ? {} : { userInfo: { username: user, groups: GROUPS } }),
    dryRun: false,
  };
}

/** The groups of each ServiceAccount in `kube-system`, as which controllers make their requests. */
const GROUPS = [
  'system:serviceaccounts',
  'system:serviceaccounts:kube-system',
  'system:authenticated',
];
