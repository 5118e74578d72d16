import { collectParams } from '../../../server/admission/params.ts';
import type { BoundPolicy } from '../../../server/admission/policy.ts';
import { apiVersionOf } from '../../../server/kubernetes/api-version.ts';
import { holdsIn } from '../../../server/kubernetes/minors.ts';
import { builtInResources } from '../../../server/kubernetes/resources.ts';
import type {
  LabelSelector,
  NamedRuleWithOperations,
} from '../../../server/kubernetes/types.generated.ts';
import { isMapping, type Mapping } from '../../../yaml/tree.ts';
import type { OpenedCluster } from '../../admit/open-cluster.ts';
import { allSubresources, type Subresource } from '../../admit/subresources.ts';
import { baseObject, findObjectKind, type ObjectKind, rankOf } from './base-objects.ts';
import type { RequestDraft } from './request-edits.ts';
import { NAME_LABEL, selectedLabels, selectedNamespace } from './selected-labels.ts';

/** The number of resources of a policy that are tried. */
const MAX_RESOURCES = 8;

/** The cluster of the sources that tests are written from. */
export type InitCluster = Pick<OpenedCluster, 'cluster' | 'definitions' | 'objects'>;

/**
 * The requests that tests of a policy start from: one for each resource that its rules name. It is a creation if the
 * rules match CREATE, otherwise an update, otherwise a deletion. It has the Namespace and the params that the policy
 * needs.
 */
export function baseRequests(bound: BoundPolicy, from: InitCluster): readonly RequestDraft[] {
  const { matchConstraints = {} } = bound.policy.spec ?? {};
  const base = new BaseRequests(bound, from);
  const requests = (matchConstraints.resourceRules ?? []).flatMap((rule) => [
    ...kindsOf(rule, from).flatMap((kind) => base.ofKind(kind, rule)),
    ...subresourcesOf(rule, from).flatMap((one) => base.of(one)),
  ]);
  return requests.slice(0, MAX_RESOURCES);
}

class BaseRequests {
  readonly #bound: BoundPolicy;
  readonly #from: InitCluster;
  readonly #namespace: string;
  readonly #namespaceLabels: Mapping | undefined;
  readonly #labels: Mapping | undefined;

  constructor(bound: BoundPolicy, from: InitCluster) {
    this.#bound = bound;
    this.#from = from;
    const [binding] = bound.bindings;
    const all = [bound.policy.spec?.matchConstraints, binding?.spec?.matchResources];
    const namespaces: readonly (LabelSelector | undefined)[] = all.map(
      (one) => one?.namespaceSelector,
    );
    this.#namespace = selectedNamespace(namespaces);
    this.#namespaceLabels = selectedLabels(namespaces);
    this.#labels = selectedLabels(all.map((one) => one?.objectSelector));
  }

  ofKind(kind: ObjectKind, { operations = [], resourceNames = [] }: NamedRuleWithOperations) {
    const matches = (operation: string) =>
      operations.some((one) => one === '*' || one === operation);
    const [name = 'example'] = resourceNames;
    const object = this.#object(kind, name);
    const draft = this.#draft(object, kind.isNamespaced);
    if (matches('CREATE')) return [draft];
    if (matches('UPDATE')) return [{ ...draft, old: object }];
    return matches('DELETE') ? [{ ...draft, operation: 'DELETE' as const }] : [];
  }

  of({ resource, name, body, isNamespaced, operation }: Subresource) {
    const own = { apiVersion: apiVersionOf(body), kind: body.kind, isNamespaced };
    const object = this.#object(own, 'example');
    return [
      {
        ...this.#draft(object, isNamespaced),
        resource: `${resource.resource}/${name}`,
        ...(operation === 'UPDATE' && { old: object }),
      },
    ];
  }

  #object(kind: ObjectKind, name: string): Mapping {
    const { cluster, definitions } = this.#from;
    const names = { name, namespace: this.#namespace, labels: this.#labels };
    return baseObject(kind, names, definitions, cluster.minor);
  }

  #draft(object: Mapping, isNamespaced: boolean): RequestDraft {
    const namespace = isNamespaced ? this.#namespace : '';
    return {
      object,
      old: undefined,
      operation: undefined,
      resource: undefined,
      user: undefined,
      groups: undefined,
      authorizer: undefined,
      namespace: isNamespaced ? this.#namespaceObject() : undefined,
      params: this.#params(namespace),
    };
  }

  /** The Namespace of the requests, if it needs labels or expressions read it. */
  #namespaceObject(): Mapping | undefined {
    const { [NAME_LABEL]: _, ...labels } = this.#namespaceLabels ?? {};
    const isRead = JSON.stringify(this.#bound.policy.spec).includes('namespaceObject');
    if (Object.keys(labels).length === 0 && !isRead) return undefined;
    return {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: this.#namespace, ...(Object.keys(labels).length > 0 && { labels }) },
    };
  }

  /** The params of the requests: those of the sources, or a minimal object of the kind. */
  #params(namespace: string): Mapping | undefined {
    const { paramKind } = this.#bound.policy.spec ?? {};
    const [binding] = this.#bound.bindings;
    const { paramRef } = binding?.spec ?? {};
    if (paramKind === undefined || paramRef === undefined) return undefined;
    const { cluster, definitions, objects } = this.#from;
    const { apiVersion = '', kind = '' } = paramKind;
    const found = collectParams(paramKind, paramRef, namespace, cluster);
    const given = found.ok ? found.params.find(isMapping) : undefined;
    if (given !== undefined) {
      const opened = objects.find(({ object }) => object === given);
      const { document, path } = opened?.origin ?? {};
      const written = document && path?.length === 0 ? document.value : given;
      return isMapping(written) ? written : undefined;
    }
    const objectKind = findObjectKind(apiVersion, kind, definitions, cluster.minor);
    if (objectKind === undefined) return undefined;
    const names = {
      name: paramRef.name ?? 'example-params',
      namespace: paramRef.namespace ?? namespace,
      labels: selectedLabels([paramRef.selector]),
    };
    return baseObject(objectKind, names, definitions, cluster.minor);
  }
}

/** The kinds of a rule. For wildcards, the most common kinds come first. */
function kindsOf(
  { apiGroups = [], apiVersions = [], resources = [] }: NamedRuleWithOperations,
  { definitions, cluster }: InitCluster,
): readonly ObjectKind[] {
  const builtIn = builtInResources().filter(
    ({ group, version, resource, ...range }) =>
      isOf(apiGroups, group) &&
      isOf(apiVersions, version) &&
      isOf(resources, resource) &&
      holdsIn(range, cluster.minor),
  );
  const custom = definitions.flatMap(({ group, plural, kind, isNamespaced, versions }) =>
    versions.flatMap(({ name, isServed }) =>
      isServed && isOf(apiGroups, group) && isOf(apiVersions, name) && isOf(resources, plural)
        ? [{ apiVersion: `${group}/${name}`, kind, isNamespaced }]
        : [],
    ),
  );
  const known = builtIn.map(({ group, version, kind, namespaced }) => ({
    apiVersion: apiVersionOf({ group, version }),
    kind,
    isNamespaced: namespaced,
  }));
  return [...custom, ...known.toSorted((a, b) => rankOf(a.kind) - rankOf(b.kind))];
}

function subresourcesOf(
  { apiGroups = [], apiVersions = [], resources = [], operations = [] }: NamedRuleWithOperations,
  { definitions, cluster }: InitCluster,
): readonly Subresource[] {
  const named = resources.filter((one) => one.includes('/'));
  if (named.length === 0) return [];
  return allSubresources(definitions, cluster.minor).filter(
    ({ resource, name, operation }) =>
      isOf(apiGroups, resource.group) &&
      isOf(apiVersions, resource.version) &&
      isOf(operations, operation) &&
      named.some((one) => one === `${resource.resource}/${name}` || one === `*/${name}`),
  );
}

function isOf(list: readonly string[], value: string): boolean {
  return list.includes('*') || list.includes(value);
}
