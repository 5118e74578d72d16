import type { FeatureGates } from '../server/kubernetes/feature-gates.ts';
import type { Minor } from '../server/kubernetes/minors.ts';
import type { PodSecurity } from '../server/kubernetes/pod-security.ts';
import type { RuntimeConfig } from '../server/kubernetes/runtime-config.ts';
import type { PortRange } from '../server/kubernetes/server.ts';
import type { Source } from './read/source.ts';

export interface RunOptions {
  /** The minors that verdicts are for, in any order; by default the newest. */
  readonly kubernetesVersions?: readonly Minor[];
  /** The settings of `--runtime-config` of the API server. By default, the defaults of each minor. */
  readonly runtimeConfig?: RuntimeConfig;
  /** The settings of `--feature-gates` of the API server. By default, the defaults of each minor. */
  readonly featureGates?: FeatureGates;
  /** The configuration of the admission plugin PodSecurity. By default, it has no defaults and no exemptions. */
  readonly podSecurity?: PodSecurity;
  /** The setting of `--service-node-port-range` of the API server. By default, its default. */
  readonly nodePorts?: PortRange;
  /** The names of the files that the flags are from, if they are configurations of clusters. */
  readonly flagFiles?: readonly string[];
  /** The ids of rules or families: only their findings are reported. Verdicts depend on all rules. */
  readonly only?: readonly string[];
  /** Ids of rules or families whose findings are not reported. */
  readonly skip?: readonly string[];
  /** True if findings of severity `info` are reported. Otherwise they are only counted. */
  readonly pedantic?: boolean;
  /**
   * True if the sources are only some of the files that are applied together, such as changed files. No finding is then
   * reported that other sources may contradict.
   */
  readonly partial?: boolean;
  /** True if the sources are the files of a `staticManifestsDir`, which an API server loads when it starts. */
  readonly staticManifests?: boolean;
  /**
   * True if an object with the metadata that only a server sets was returned by a cluster. It is judged as an update
   * that changes nothing, and not related to other objects.
   */
  readonly live?: boolean;
  /** True if the same advice on several versions of a CRD, or on copies of an object, is one finding (the default). */
  readonly mergeRepetitions?: boolean;
  /**
   * The date that certificates are checked against; without it, expiry is not reported, so that a run can be repeated.
   */
  readonly now?: Date;
}

/** The options of a run, and its input in addition to the sources. */
export interface LintOptions extends RunOptions {
  /** More CRDs, which define kinds that objects name. No findings in these sources are reported. */
  readonly crds?: Iterable<Source>;
  /**
   * The manifests of an earlier state, which the cluster contains. An object of the sources with the name of one of
   * these is judged as its update. No findings in these manifests are reported.
   */
  readonly base?: Iterable<Source>;
  /**
   * More admission policies and bindings, with the params, namespaces and CRDs that they need. No findings in these
   * sources are reported. The objects of the sources pass them, and the policies of the sources. Without this option,
   * no policy is run.
   */
  readonly policies?: Iterable<Source>;
}

/** Options whose sources can be read several times. */
export interface RepeatableOptions extends LintOptions {
  readonly crds?: readonly Source[];
  readonly base?: readonly Source[];
  readonly policies?: readonly Source[];
}

/** The same options for several runs, or for several stages of one. */
export function repeatable(options: LintOptions): RepeatableOptions {
  const { crds, base, policies, ...others } = options;
  return {
    ...others,
    ...(crds && { crds: [...crds] }),
    ...(base && { base: [...base] }),
    ...(policies && { policies: [...policies] }),
  };
}
