import type { AdmissionRequest, Operation } from './admission/request.ts';
import { Cluster } from './admit/cluster.ts';
import { decideRequest, type RequestReport } from './admit/decide-request.ts';
import { type OpenedSources, openSources } from './admit/open-sources.ts';
import type { OpenedObject } from './admit/opened-object.ts';
import { policiesIn } from './admit/policy-bindings.ts';
import { observe, type PolicyObserver } from './admit/policy-observer.ts';
import { withoutRepeated } from './admit/repeated-sources.ts';
import {
  type RequestOptions,
  requestOf,
  storedObjects,
  subresourceRequest,
} from './admit/requests.ts';
import { allSubresources, findSubresources } from './admit/subresources.ts';
import { isUndecodable, isUnusable } from './admit/unusable-documents.ts';
import type { Source } from './engine/source-text.ts';
import { type Minor, NEWEST_MINOR } from './kubernetes/minors.ts';
import type { Server } from './kubernetes/server.ts';
import { lint } from './lint.ts';
import type { DocumentReport } from './result/verdict.ts';

/** The requests that a run makes of the objects of its sources. */
export interface AdmitOptions extends Omit<RequestOptions, 'operation'> {
  /** The newest where absent. */
  readonly kubernetesVersion?: Minor;
  /** The API groups, versions and resources that the server enables or disables. */
  readonly runtimeConfig?: Server['runtimeConfig'];
  readonly featureGates?: Server['featureGates'];
  /** More policies, bindings, params, namespaces and CRDs; they are not requested. */
  readonly policies?: Iterable<Source>;
  /** The stored objects: an object of the sources with the name of one of these is its update. */
  readonly old?: Iterable<Source>;
  readonly observer?: PolicyObserver | undefined;
  /** Whether decisions keep the values that they were made on, which explain them. They take much memory. */
  readonly keepsTraces?: boolean;
  /** The subresource that the objects of the sources are sent to, such as `pods/exec`. */
  readonly resource?: string | undefined;
  /** Where absent, what is usual for the objects, or for the subresource. */
  readonly operation?: Operation | undefined;
}

export interface AdmitReport {
  readonly kubernetesVersion: Minor;
  /** How many policies with bindings the input has. */
  readonly policies: number;
  readonly requests: readonly RequestReport[];
  /** The policies, bindings and CRDs that the server does not accept, and what cannot be read. */
  readonly unusable: readonly DocumentReport[];
  /** How many sources requests are made of. */
  readonly files: number;
  /** What is in them. */
  readonly documents: readonly DocumentReport[];
  /** The objects of the sources that the server cannot read, so that no request is made of them. */
  readonly undecodable: readonly DocumentReport[];
}

/**
 * Passes the objects of sources through the accepted admission policies of the same sources and of `policies`, as the
 * API server does. Pure, as `lint` is.
 */
export function admit(sources: Iterable<Source>, options: AdmitOptions = {}): AdmitReport {
  const { kubernetesVersion: minor = NEWEST_MINOR } = options;
  const own = [...sources];
  const all = [...own, ...withoutRepeated(options.policies ?? [], own)];
  const { runtimeConfig = new Map(), featureGates = new Map() } = options;
  const old = [...(options.old ?? [])];
  // Where the object of a subresource is that of the resource, it has a status.
  const { resource, operation } = options;
  const stored = resource === undefined && operation !== 'CONNECT' ? old : [...old, ...own];
  const opened = openCluster(all, stored, { minor, runtimeConfig, featureGates });
  const { cluster } = opened;
  cluster.keepsTraces = options.keepsTraces ?? false;
  if (options.observer !== undefined) {
    observe(options.observer, cluster, policiesIn(opened.policies));
  }
  const requested = new Set(own.map(({ name }) => name));
  const requests = requestsOf(opened, requested, options);
  const unusable = opened.documents.filter(isUnusable);
  const documents = opened.documents.filter(({ file }) => requested.has(file));
  return {
    kubernetesVersion: minor,
    policies: cluster.policies.length,
    unusable,
    files: own.length,
    documents,
    undecodable: documents.filter((one) => isUndecodable(one) && !unusable.includes(one)),
    requests: requests.map(([object, request]) => decideRequest(object, request, cluster, options)),
  };
}

/** @param requested the files whose objects are requested */
function requestsOf(
  { objects, stored, definitions, cluster }: OpenedCluster,
  requested: ReadonlySet<string>,
  { resource, operation, ...options }: AdmitOptions,
): readonly (readonly [OpenedObject, AdmissionRequest])[] {
  const isRequested = ({ identity }: OpenedObject) => requested.has(identity.file);
  // There are connections to subresources only.
  if (resource === undefined && operation !== 'CONNECT') {
    const known = storedObjects(stored);
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
  const known = storedObjects(stored.filter((one) => !isRequested(one)));
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

/** What sources contain, and the cluster that they make. */
export interface OpenedCluster extends OpenedSources {
  readonly cluster: Cluster;
  /** The documents of the sources, with their verdicts. */
  readonly documents: readonly DocumentReport[];
}

/**
 * Opens sources as the server reads them.
 *
 * @param old the stored objects
 */
export function openCluster(
  sources: readonly Source[],
  old: readonly Source[],
  server: Server,
): OpenedCluster {
  const { minor, runtimeConfig, featureGates } = server;
  // Of the findings, only the verdicts matter.
  const options = { kubernetesVersions: [minor], runtimeConfig, featureGates, only: [] };
  const { documents } = lint(sources, options);
  const stored = lint(old, { ...options, crds: sources });
  const opened = openSources(
    { sources, documents },
    { sources: old, documents: stored.documents },
    server,
  );
  const { objects, policies, definitions } = opened;
  return { ...opened, documents, cluster: new Cluster(server, objects, policies, definitions) };
}
