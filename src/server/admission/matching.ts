import { COST_OF_MATCH, countCost } from '../../base/run-limits.ts';
import { labelsOf, selectorMatches } from '../kubernetes/label-selector.ts';
import { hasEntry, matchesEntry } from '../kubernetes/rule-entries.ts';
import type { MatchResources, NamedRuleWithOperations } from '../kubernetes/types.generated.ts';
import type {
  AdmissionRequest,
  ClusterState,
  GroupVersionResource,
  MatchedResource,
} from './request.ts';

/** The part of a cluster that matching depends on. */
type MatchingCluster = Pick<ClusterState, 'namespace' | 'equivalents'>;

/**
 * The resource by which the constraints of a policy or binding match a request, which may be the request itself;
 * undefined if they do not match.
 *
 * Source: `Matches` in `pkg/admission/plugin/policy/matching/matching.go` of the API server.
 *
 * @param constraints with defaults
 * @throws EvaluationLimitExceeded
 */
export function matchRequest(
  constraints: MatchResources,
  request: AdmissionRequest,
  cluster: MatchingCluster,
): MatchedResource | undefined {
  const { resourceRules = [], excludeResourceRules = [] } = constraints;
  countCost(COST_OF_MATCH * (1 + resourceRules.length + excludeResourceRules.length));
  if (!matchesNamespace(constraints, request, cluster)) return undefined;
  if (!matchesObject(constraints, request)) return undefined;
  if (matchRules(excludeResourceRules, constraints, request, cluster) !== undefined) {
    return undefined;
  }
  return resourceRules.length === 0
    ? request
    : matchRules(resourceRules, constraints, request, cluster);
}

/**
 * A Namespace is selected by its own labels, and other cluster-scoped objects by every selector.
 *
 * Source: `pkg/admission/plugin/webhook/predicates/namespace/matcher.go` of the API server.
 */
function matchesNamespace(
  { namespaceSelector = {} }: MatchResources,
  request: AdmissionRequest,
  cluster: MatchingCluster,
): boolean {
  const { matchLabels = {}, matchExpressions = [] } = namespaceSelector;
  if (Object.keys(matchLabels).length === 0 && matchExpressions.length === 0) return true;
  const { namespace, resource, operation, object } = request;
  // The server does not compare the group.
  const isNamespace = resource.resource === 'namespaces';
  if (namespace === '' && !isNamespace) return true;
  // An object that is created or updated is not in the cluster yet.
  const own = operation === 'CREATE' || operation === 'UPDATE' ? object : undefined;
  const subject = isNamespace && own !== undefined ? own : cluster.namespace(namespace);
  return selectorMatches(namespaceSelector, labelsOf(subject));
}

/** Source: `pkg/admission/plugin/webhook/predicates/object/matcher.go` of the API server. */
function matchesObject(
  { objectSelector = {} }: MatchResources,
  { object, oldObject }: AdmissionRequest,
): boolean {
  const { matchLabels = {}, matchExpressions = [] } = objectSelector;
  if (Object.keys(matchLabels).length === 0 && matchExpressions.length === 0) return true;
  return [object, oldObject].some(
    (one) =>
      one !== undefined &&
      one.metadata !== undefined &&
      selectorMatches(objectSelector, labelsOf(one)),
  );
}

function matchRules(
  rules: readonly NamedRuleWithOperations[],
  { matchPolicy = 'Equivalent' }: MatchResources,
  request: AdmissionRequest,
  cluster: MatchingCluster,
): MatchedResource | undefined {
  if (rules.some((rule) => matchesRule(rule, request, request.resource))) return request;
  if (matchPolicy === 'Exact' || rules.length === 0) return undefined;
  const equivalents = cluster.equivalents(request);
  for (const rule of rules) {
    const found = equivalents.find((other) => matchesRule(rule, request, other.resource));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Source: `pkg/admission/plugin/webhook/predicates/rules/rules.go` of the API server. */
function matchesRule(
  rule: NamedRuleWithOperations,
  request: AdmissionRequest,
  resource: GroupVersionResource,
): boolean {
  const {
    scope = '*',
    operations,
    apiGroups,
    apiVersions,
    resources = [],
    resourceNames = [],
  } = rule;
  return (
    matchesScope(scope, request.namespace, resource) &&
    hasEntry(apiGroups, resource.group) &&
    hasEntry(apiVersions, resource.version) &&
    hasEntry(operations, request.operation) &&
    resources.some((entry) => matchesEntry(entry, resource.resource, request.subresource)) &&
    (resourceNames.length === 0 || resourceNames.includes(request.name))
  );
}

/** A Namespace has a namespace in its request, but is cluster-scoped. */
function matchesScope(
  scope: string,
  namespace: string,
  { group, version, resource }: GroupVersionResource,
): boolean {
  if (scope === '*') return true;
  const isNamespace = group === '' && version === 'v1' && resource === 'namespaces';
  return (scope === 'Namespaced') === (namespace !== '' && !isNamespace);
}
