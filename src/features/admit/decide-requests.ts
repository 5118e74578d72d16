import { limitRun } from '../../base/run-limits.ts';
import { decideRequest, type RequestReport } from '../../lint/decide/decide-request.ts';
import type { OpenedObject } from '../../lint/decide/opened-object.ts';
import { byIdentity, type RequestOptions, requestOf } from '../../lint/decide/requests.ts';
import type { Source } from '../../lint/read/source.ts';
import type { AdmissionRequest } from '../../server/admission/request.ts';
import type { Operation } from '../../server/kubernetes/operations.ts';
import type { OpenedCluster } from './open-cluster.ts';
import { allSubresources, findSubresources, subresourceRequest } from './subresources.ts';

/** The requests that are made from objects. */
export interface AskedRequests extends Omit<RequestOptions, 'operation'> {
  /** The subresource that the objects are sent to, such as `pods/exec`. */
  readonly resource?: string | undefined;
  /** The operation. By default, the usual one for the objects, or for the subresource. */
  readonly operation?: Operation | undefined;
}

/** The cluster that decides about requests, and the objects that requests are made from. */
export type DecidingCluster = Omit<OpenedCluster, 'bound' | 'documents' | 'policies'>;

/**
 * The objects that requests find in the cluster. Where the object of a subresource is that of the resource, it has a
 * status.
 *
 * @param requested the objects that requests are made of
 * @param old the stored objects
 */
export function storedFor(
  { resource, operation }: AskedRequests,
  requested: readonly Source[],
  old: readonly Source[],
): readonly Source[] {
  return resource === undefined && operation !== 'CONNECT' ? old : [...old, ...requested];
}

/**
 * Passes the objects of some files through the policies of a cluster.
 *
 * @param requested these files
 */
export function decideRequests(
  opened: DecidingCluster,
  requested: ReadonlySet<string>,
  options: AskedRequests,
): readonly RequestReport[] {
  return limitRun(() =>
    requestsOf(opened, requested, options).map(([object, request]) =>
      decideRequest(object, request, opened.cluster, options),
    ),
  );
}

function requestsOf(
  { objects, stored, definitions, cluster }: DecidingCluster,
  requested: ReadonlySet<string>,
  { resource, operation, ...options }: AskedRequests,
): readonly (readonly [OpenedObject, AdmissionRequest])[] {
  const isRequested = ({ identity }: OpenedObject) => requested.has(identity.file);
  // There are connections to subresources only.
  if (resource === undefined && operation !== 'CONNECT') {
    const known = byIdentity(stored);
    const usual = { ...options, ...(operation !== undefined && { operation }) };
    return objects.filter(isRequested).flatMap((object) => {
      const request = requestOf(object, known, usual);
      return request === undefined ? [] : [[object, request] as const];
    });
  }
  const subresources =
    resource === undefined
      ? allSubresources(definitions, cluster.minor).filter((one) => one.operation === operation)
      : findSubresources(resource, definitions, cluster.minor);
  const known = byIdentity(stored.filter((one) => !isRequested(one)));
  return stored.filter(isRequested).flatMap((object) => {
    const { group, version, kind } = object.kind;
    const subresource = subresources.find(
      ({ body }) => body.kind === kind && body.group === group && body.version === version,
    );
    return subresource === undefined
      ? []
      : [
          [
            object,
            subresourceRequest(object, subresource, known, { ...options, operation }),
          ] as const,
        ];
  });
}
