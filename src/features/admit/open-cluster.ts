import { Cluster } from '../../lint/decide/cluster.ts';
import { type OpenedSources, SourceOpener } from '../../lint/decide/open-sources.ts';
import { type PolicyWithBindings, policiesIn } from '../../lint/decide/policy-bindings.ts';
import type { Source } from '../../lint/read/source.ts';
import { Run } from '../../lint/run.ts';
import type { DocumentReport } from '../../result/verdict.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import { beginRun, type PolicyObserver } from './policy-observer.ts';
import { partsOf, verdictsOn } from './verdicts.ts';

/** The contents of sources, and the cluster that they define. */
export interface OpenedCluster extends OpenedSources {
  readonly cluster: Cluster;
  /** The policies with their bindings. It includes policies without bindings. */
  readonly bound: readonly PolicyWithBindings[];
  /** The documents of the sources, with their verdicts. */
  readonly documents: readonly DocumentReport[];
}

/** A cluster to which more sources can be added. */
export interface ExtensibleCluster extends OpenedCluster {
  readonly run: Run;
  readonly opener: SourceOpener;
}

/** The use that a run makes of the evaluations of policies: none by default. */
export interface EvaluationUse {
  /** True if decisions keep the values that they were made on, which explain them. These values need much memory. */
  readonly keepsTraces?: boolean;
  readonly observer?: PolicyObserver | undefined;
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
  { keepsTraces = false, observer }: EvaluationUse = {},
): ExtensibleCluster {
  const { minor, runtimeConfig, featureGates } = server;
  // Only the verdicts matter, not the findings.
  const run = new Run({ kubernetesVersions: [minor], runtimeConfig, featureGates, only: [] });
  const { kinds } = run;
  const documents = verdictsOn(partsOf(sources, run), run);
  const storedRun = run.forVerdicts({ kinds });
  const storedDocuments = verdictsOn(partsOf(old, storedRun), storedRun);
  const opener = new SourceOpener(server);
  const objects = opener.open({ sources, documents }, 'new');
  const stored = opener.open({ sources: old, documents: storedDocuments }, 'stored');
  const { policies, definitions } = opener;
  const bound = policiesIn(policies);
  const onEvaluation = observer && beginRun(observer, bound, server);
  const cluster = new Cluster(server, { objects, bound, definitions, keepsTraces, onEvaluation });
  return { objects, stored, policies, definitions, bound, documents, cluster, run, opener };
}
