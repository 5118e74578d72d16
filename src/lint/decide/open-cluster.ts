import type { DocumentReport } from '../../result/verdict.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import { SilentSources } from '../check/check-source.ts';
import { planRun, type RunPlan } from '../check/run-plan.ts';
import type { Source } from '../read/source-text.ts';
import { CustomKinds } from '../together/custom-kinds.ts';
import { Cluster } from './cluster.ts';
import { type OpenedSources, SourceOpener } from './open-sources.ts';
import { type PolicyWithBindings, policiesIn } from './policy-bindings.ts';

/** What sources contain, and the cluster that they make. */
export interface OpenedCluster extends OpenedSources {
  readonly cluster: Cluster;
  /** The policies with their bindings, also those without. */
  readonly bound: readonly PolicyWithBindings[];
  /** The documents of the sources, with their verdicts. */
  readonly documents: readonly DocumentReport[];
}

/** A cluster to which more sources can be added. */
export interface ExtensibleCluster extends OpenedCluster {
  readonly plan: RunPlan;
  /** The kinds that CRDs of its sources define. */
  readonly kinds: CustomKinds;
  readonly opener: SourceOpener;
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
): ExtensibleCluster {
  const { minor, runtimeConfig, featureGates } = server;
  // Of the findings, only the verdicts matter.
  const plan = planRun({ kubernetesVersions: [minor], runtimeConfig, featureGates, only: [] });
  const kinds = new CustomKinds();
  const documents = new SilentSources(sources, plan, kinds).verdicts(kinds);
  const storedDocuments = new SilentSources(old, plan, kinds).verdicts(kinds);
  const opener = new SourceOpener(server);
  const objects = opener.open({ sources, documents }, 'new');
  const stored = opener.open({ sources: old, documents: storedDocuments }, 'stored');
  const { policies, definitions } = opener;
  const bound = policiesIn(policies);
  const cluster = new Cluster(server, objects, bound, definitions);
  return { objects, stored, policies, definitions, bound, documents, cluster, plan, kinds, opener };
}
