import type { RequestReport } from '../../lint/decide/decide-request.ts';
import { withoutRepeated } from '../../lint/decide/repeated-sources.ts';
import { isUndecodable, isUnusable } from '../../lint/decide/unusable-documents.ts';
import type { Source } from '../../lint/read/source.ts';
import type { DocumentReport } from '../../result/verdict.ts';
import { type Minor, NEWEST_MINOR } from '../../server/kubernetes/minors.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import { type AskedRequests, decideRequests, storedFor } from './decide-requests.ts';
import { type EvaluationUse, openCluster } from './open-cluster.ts';

/** The requests that a run makes of the objects of its sources. */
interface AdmitOptions extends AskedRequests, EvaluationUse {
  /** The newest where absent. */
  readonly kubernetesVersion?: Minor;
  /** The API groups, versions and resources that the server enables or disables. */
  readonly runtimeConfig?: Server['runtimeConfig'];
  readonly featureGates?: Server['featureGates'];
  /** More policies, bindings, params, namespaces and CRDs; they are not requested. */
  readonly policies?: Iterable<Source>;
  /** The stored objects: an object of the sources with the name of one of these is its update. */
  readonly old?: Iterable<Source>;
}

export interface AdmitReport {
  readonly kubernetesVersion: Minor;
  /** The number of policies with bindings in the input. */
  readonly policies: number;
  readonly requests: readonly RequestReport[];
  /** The policies, bindings and CRDs that the server does not accept, and documents that cannot be read. */
  readonly unusable: readonly DocumentReport[];
  /** The number of sources that requests are made from. */
  readonly files: number;
  /** The documents of these sources. */
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
  const stored = storedFor(options, own, old);
  const opened = openCluster(all, stored, { minor, runtimeConfig, featureGates }, options);
  const requested = new Set(own.map(({ name }) => name));
  const unusable = opened.documents.filter(isUnusable);
  const documents = opened.documents.filter(({ file }) => requested.has(file));
  return {
    kubernetesVersion: minor,
    policies: opened.cluster.policies.length,
    unusable,
    files: own.length,
    documents,
    undecodable: documents.filter((one) => isUndecodable(one) && !unusable.includes(one)),
    requests: decideRequests(opened, requested, options),
  };
}
