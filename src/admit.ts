import { Cluster } from './admit/cluster.ts';
import { decideRequest, type RequestReport } from './admit/decide-request.ts';
import { type OpenedSources, openSources } from './admit/open-sources.ts';
import { observe, type PolicyObserver } from './admit/policy-observer.ts';
import { withoutRepeated } from './admit/repeated-sources.ts';
import { type RequestOptions, requestOf, storedObjects } from './admit/requests.ts';
import type { Source } from './engine/source-text.ts';
import { type Minor, NEWEST_MINOR } from './kubernetes/minors.ts';
import type { Server } from './kubernetes/server.ts';
import { lint } from './lint.ts';

/** The requests that a run makes of the objects of its sources. */
export interface AdmitOptions extends RequestOptions {
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
}

export interface AdmitReport {
  readonly kubernetesVersion: Minor;
  /** How many policies with bindings the input has. */
  readonly policies: number;
  readonly requests: readonly RequestReport[];
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
  const opened = openCluster(all, [...(options.old ?? [])], { minor, runtimeConfig, featureGates });
  const { cluster, objects, stored } = opened;
  cluster.keepsTraces = options.keepsTraces ?? false;
  if (options.observer !== undefined) observe(options.observer, cluster, opened.policies);
  const known = storedObjects(stored);
  const requested = new Set(own.map(({ name }) => name));
  return {
    kubernetesVersion: minor,
    policies: cluster.policies.length,
    requests: objects
      .filter(({ identity }) => requested.has(identity.file))
      .flatMap((object) => {
        const request = requestOf(object, known, options);
        return request === undefined ? [] : decideRequest(object, request, cluster, options);
      }),
  };
}

/** What sources contain, and the cluster that they make. */
export interface OpenedCluster extends OpenedSources {
  readonly cluster: Cluster;
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
  return { ...opened, cluster: new Cluster(server, objects, policies, definitions) };
}
