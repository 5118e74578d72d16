import { POLICY_KINDS, WEBHOOK_KINDS } from '../../../analysis/admission/policy-kinds.ts';
import { NAMESPACE_NAME_LABEL } from '../../../analysis/requests/namespace-reach.ts';
import { Cluster } from '../../../lint/decide/cluster.ts';
import { EXEMPT_KINDS } from '../../../lint/decide/opened-object.ts';
import { ADMINISTRATOR } from '../../../lint/decide/requests.ts';
import { isOfKind, type Resource } from '../../../rule/resource.ts';
import { matchRequest } from '../../../server/admission/matching.ts';
import type { AdmissionRequest, ClusterState } from '../../../server/admission/request.ts';
import { findCustomKind } from '../../../server/custom-resources/definition.ts';
import { groupAndVersion } from '../../../server/kubernetes/api-version.ts';
import { resolveKind } from '../../../server/kubernetes/kinds.ts';
import { OPERATIONS } from '../../../server/kubernetes/operations.ts';
import { defaultServer } from '../../../server/kubernetes/server.ts';
import type { MatchResources } from '../../../server/kubernetes/types.generated.ts';
import type { Path } from '../../../yaml/index.ts';
import type { IndexedObject } from '../index/folder-index.ts';
import type { ServiceContext } from '../service-context.ts';

/** The objects of a folder whose requests a policy or a webhook matches. */
interface MatchedObjects {
  /** The field with the constraints, from the policy or the configuration. */
  readonly field: Path;
  readonly objects: readonly IndexedObject[];
}

/** The operations on objects that files can have. */
const OBJECT_OPERATIONS = OPERATIONS.filter((operation) => operation !== 'CONNECT');

/**
 * The objects whose requests match the constraints of a policy, or of each webhook. Conditions, which are expressions,
 * and the limits of bindings do not count.
 */
export function matchedObjects(
  resource: Resource,
  context: ServiceContext,
): readonly MatchedObjects[] {
  const constraints = constraintsOf(resource);
  if (constraints.length === 0) return [];
  const { minor, index, customKinds } = context;
  const known = new Cluster(defaultServer(minor), {
    objects: [],
    bound: [],
    definitions: customKinds,
  });
  const namespaces = new Map(index.ofKind('Namespace').map((one) => [one.name, objectOf(one)]));
  const cluster: Pick<ClusterState, 'namespace' | 'equivalents'> = {
    namespace: (name) => namespaces.get(name) ?? known.namespace(name),
    equivalents: (request) => known.equivalents(request),
  };
  const subjects = index.sent.flatMap((object) => {
    const requests = EXEMPT_KINDS.has(object.kind) ? [] : requestsFor(object, context);
    return requests.length === 0 ? [] : [{ object, requests }];
  });
  return constraints.map(({ field, value }) => ({
    field,
    objects: subjects.flatMap(({ object, requests }) =>
      requests.some((request) => matchRequest(value, request, cluster) !== undefined)
        ? [object]
        : [],
    ),
  }));
}

interface PlacedConstraints {
  readonly field: Path;
  readonly value: MatchResources;
}

function constraintsOf(resource: Resource): readonly PlacedConstraints[] {
  if (isOfKind(resource, ...POLICY_KINDS)) {
    const value = resource.root.value?.spec?.matchConstraints;
    return value === undefined ? [] : [{ field: ['spec', 'matchConstraints'], value }];
  }
  if (!isOfKind(resource, ...WEBHOOK_KINDS)) {
    return [];
  }
  const { webhooks = [] } = resource.root.value ?? {};
  return webhooks.flatMap(({ rules = [], ...selectors }, at) =>
    // A webhook without rules matches nothing, while constraints without rules match everything.
    rules.length === 0
      ? []
      : [{ field: ['webhooks', at], value: { ...selectors, resourceRules: rules } }],
  );
}

/** The requests with an object: one for each operation. None if its kind is not known. */
function requestsFor(
  object: IndexedObject,
  { minor, customKinds }: ServiceContext,
): readonly AdmissionRequest[] {
  const { apiVersion, kind, name } = object;
  const { group, version } = groupAndVersion(apiVersion);
  const resolved = resolveKind(apiVersion, kind, minor);
  const custom = findCustomKind(customKinds, group, kind);
  const facts =
    resolved.outcome === 'served'
      ? { resource: resolved.facts.plural, isNamespaced: resolved.facts.namespaced }
      : custom && { resource: custom.plural, isNamespaced: custom.isNamespaced };
  if (facts === undefined) return [];
  const isNamespace = group === '' && kind === 'Namespace';
  const namespace = object.namespace === '' ? 'default' : object.namespace;
  const value = objectOf(object);
  return OBJECT_OPERATIONS.map((operation) => ({
    operation,
    kind: { group, version, kind },
    resource: { group, version, resource: facts.resource },
    subresource: '',
    namespace: facts.isNamespaced ? namespace : isNamespace ? name : '',
    name,
    object: operation === 'DELETE' ? undefined : value,
    oldObject: operation === 'CREATE' ? undefined : value,
    user: ADMINISTRATOR,
    isDryRun: false,
  }));
}

/** The part of an object that selectors see. */
function objectOf({ kind, name, labels }: IndexedObject) {
  const own = kind === 'Namespace' ? { [NAMESPACE_NAME_LABEL]: name } : {};
  return { metadata: { name, labels: { ...Object.fromEntries(labels), ...own } } };
}
