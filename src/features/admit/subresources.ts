import type { OpenedObject } from '../../lint/decide/opened-object.ts';
import {
  ADMINISTRATOR,
  identityOf,
  type ObjectsByIdentity,
  type RequestOptions,
} from '../../lint/decide/requests.ts';
import type { AdmissionRequest, GroupVersionResource } from '../../server/admission/request.ts';
import type { CustomDefinition } from '../../server/custom-resources/definition.ts';
import type { GroupVersionKind } from '../../server/kubernetes/api-version.ts';
import { holdsIn, type Minor } from '../../server/kubernetes/minors.ts';
import type { Operation } from '../../server/kubernetes/operations.ts';
import { builtInResources } from '../../server/kubernetes/resources.ts';

/** A subresource that requests can be sent to. */
export interface Subresource {
  readonly resource: GroupVersionResource;
  /** The name of the subresource, such as `exec`. */
  readonly name: string;
  /** The kind of the object of its requests. */
  readonly body: GroupVersionKind;
  /** True if the object is the object of the resource itself, as for `status`. */
  readonly hasOwnKind: boolean;
  readonly isNamespaced: boolean;
  readonly operation: Operation;
}

/**
 * The kinds of the objects that are sent to subresources which do not accept the object itself, by the resource and the
 * subresource.
 */
const BODIES: ReadonlyMap<string, readonly [GroupVersionKind, Operation]> = new Map([
  ['pods/attach', [coreKind('PodAttachOptions'), 'CONNECT']],
  ['pods/exec', [coreKind('PodExecOptions'), 'CONNECT']],
  ['pods/portforward', [coreKind('PodPortForwardOptions'), 'CONNECT']],
  ['pods/proxy', [coreKind('PodProxyOptions'), 'CONNECT']],
  ['services/proxy', [coreKind('ServiceProxyOptions'), 'CONNECT']],
  ['nodes/proxy', [coreKind('NodeProxyOptions'), 'CONNECT']],
  ['pods/binding', [coreKind('Binding'), 'CREATE']],
  ['pods/eviction', [{ group: 'policy', version: 'v1', kind: 'Eviction' }, 'CREATE']],
  [
    'serviceaccounts/token',
    [{ group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest' }, 'CREATE'],
  ],
]);

function coreKind(kind: string): GroupVersionKind {
  return { group: '', version: 'v1', kind };
}

const SCALE: GroupVersionKind = { group: 'autoscaling', version: 'v1', kind: 'Scale' };

/** Subresources that no admission policy sees a change of. */
const READ_ONLY: ReadonlySet<string> = new Set(['log']);

/**
 * The subresources of a name, of all resources of that name.
 *
 * @param text such as `pods/exec`, or `deployments.apps/scale`
 */
export function findSubresources(
  text: string,
  definitions: readonly CustomDefinition[],
  minor: Minor,
): readonly Subresource[] {
  const [resource = '', name = ''] = text.split('/');
  const dot = resource.indexOf('.');
  const plural = dot < 0 ? resource : resource.slice(0, dot);
  const group = dot < 0 ? undefined : resource.slice(dot + 1);
  return allSubresources(definitions, minor).filter(
    (one) =>
      one.name === name &&
      one.resource.resource === plural &&
      (group === undefined || one.resource.group === group),
  );
}

/** All subresources of built-in and custom resources. */
export function allSubresources(
  definitions: readonly CustomDefinition[],
  minor: Minor,
): readonly Subresource[] {
  const builtIn = builtInResources()
    .filter((one) => holdsIn(one, minor))
    .flatMap(({ group, version, resource, kind, namespaced, subresources }) =>
      [...(subresources ?? [])].flatMap(([name, minors]) =>
        holdsIn(minors, minor) && !READ_ONLY.has(name)
          ? [subresource({ group, version, kind }, resource, name, namespaced)]
          : [],
      ),
    );
  const custom = definitions.flatMap(({ group, plural, kind, isNamespaced, versions }) =>
    versions
      .filter(({ isServed, hasStatus }) => isServed && hasStatus)
      .map(({ name: version }) =>
        subresource({ group, version, kind }, plural, 'status', isNamespaced),
      ),
  );
  return [...builtIn, ...custom];
}

function subresource(
  own: GroupVersionKind,
  plural: string,
  name: string,
  isNamespaced: boolean,
): Subresource {
  const special = name === 'scale' ? ([SCALE, 'UPDATE'] as const) : BODIES.get(`${plural}/${name}`);
  const [body, operation] = special ?? [own, 'UPDATE' as const];
  return {
    resource: { group: own.group, version: own.version, resource: plural },
    name,
    body,
    hasOwnKind: special === undefined,
    isNamespaced,
    operation,
  };
}

/**
 * The request that is sent to a subresource.
 *
 * @param opened the object of the request: the object of the resource itself, or one of another kind with its name
 * @param stored the objects of the resource that are stored
 */
export function subresourceRequest(
  opened: OpenedObject,
  { resource, name: subresource, hasOwnKind, isNamespaced, ...usual }: Subresource,
  stored: ObjectsByIdentity,
  { user = ADMINISTRATOR, isDryRun = false, operation = usual.operation }: SubresourceOptions,
): AdmissionRequest {
  const { kind, object } = opened;
  // Options of connections have no metadata. In a manifest, the metadata name the object to connect to.
  const { name, namespace } = opened.identity;
  const old = stored.get(identityOf(opened));
  return {
    kind,
    resource,
    subresource,
    namespace: isNamespaced ? (namespace ?? 'default') : '',
    name: name ?? '',
    user,
    isDryRun,
    operation,
    object: operation === 'DELETE' ? undefined : object,
    oldObject:
      operation === 'UPDATE'
        ? (old?.object ?? (hasOwnKind ? object : undefined))
        : operation === 'DELETE'
          ? object
          : undefined,
  };
}

/** The operation of a request to a subresource. By default, the purpose of the subresource. */
type SubresourceOptions = Omit<RequestOptions, 'operation'> & {
  readonly operation?: Operation | undefined;
};
