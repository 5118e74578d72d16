import { countOpening } from '../../base/run-limits.ts';
import { Cluster } from '../../lint/decide/cluster.ts';
import type { RequestReport } from '../../lint/decide/decide-request.ts';
import { withoutRepeated } from '../../lint/decide/repeated-sources.ts';
import type { Source } from '../../lint/read/source.ts';
import type { DocumentReport } from '../../result/verdict.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import { normalizePath } from '../../sources/project/normalize-path.ts';
import {
  type AskedRequests,
  type DecidingCluster,
  decideRequests,
  storedFor,
} from './decide-requests.ts';
import {
  type EvaluationUse,
  type ExtensibleCluster,
  type OpenedCluster,
  openCluster,
} from './open-cluster.ts';
import { beginRun } from './policy-observer.ts';
import { partsOf, verdictsOn } from './verdicts.ts';

/** The sources that a run adds to open policies. */
export interface RunSources {
  /** The objects that requests are made of. */
  readonly requested: readonly Source[];
  /** More objects of the cluster. */
  readonly cluster?: readonly Source[];
  /** The stored objects. */
  readonly old?: readonly Source[];
}

/** Policies, bindings, and the objects that these need, which are opened once for the requests of many runs. */
export class OpenedPolicies {
  readonly sources: readonly Source[];
  readonly #server: Server;
  readonly #base: ExtensibleCluster;
  readonly #paths: ReadonlySet<string>;

  /** @throws OpeningLimitExceeded */
  constructor(sources: readonly Source[], server: Server) {
    this.sources = sources;
    this.#server = server;
    this.#base = this.#open(sources, []);
    this.#paths = new Set(sources.map(({ name }) => normalizePath(name)));
  }

  /** The cluster without the objects of runs. */
  get cluster(): OpenedCluster {
    return this.#base;
  }

  /**
   * The decisions of the policies about requests. They are the same as those of `admit` with all sources.
   *
   * @throws OpeningLimitExceeded
   */
  decide(
    { requested, cluster = [], old = [] }: RunSources,
    options: AskedRequests & Pick<EvaluationUse, 'observer'>,
  ): readonly RequestReport[] {
    const more = withoutRepeated(cluster, requested);
    const stored = storedFor(options, requested, old);
    const opened =
      this.#with(requested, more, stored, options) ??
      this.#open(
        [...requested, ...withoutRepeated(this.sources, requested), ...more],
        stored,
        options,
      );
    return decideRequests(opened, new Set(requested.map(({ name }) => name)), options);
  }

  /** The verdicts on the objects of sources. The CRDs of the policies may define their kinds. */
  verdicts(sources: readonly Source[]): readonly DocumentReport[] {
    const known = this.#verdictsWithoutCrds(sources);
    if (known !== undefined) return known;
    const names = new Set(sources.map(({ name }) => name));
    const { documents } = this.#open([...sources, ...this.sources], []);
    return documents.filter(({ file }) => names.has(file));
  }

  /** Opens sources. A run opens the policies many times if the objects of each test change them. */
  #open(sources: readonly Source[], old: readonly Source[], use?: EvaluationUse) {
    countOpening(sources);
    return openCluster(sources, old, this.#server, use);
  }

  /** The cluster with more objects. Undefined if they change the existing ones. */
  #with(
    requested: readonly Source[],
    more: readonly Source[],
    old: readonly Source[],
    { observer }: Pick<EvaluationUse, 'observer'>,
  ): DecidingCluster | undefined {
    const isRepeated = ({ name }: Source) => this.#paths.has(normalizePath(name));
    if ([...requested, ...more].some(isRepeated)) return undefined;
    const { opener, definitions, bound, objects: present } = this.#base;
    const own = opener.openUnchecked(requested, 'new');
    const added = opener.openUnchecked(more, 'new');
    const stored = opener.openUnchecked(old, 'stored');
    if (own === undefined || added === undefined || stored === undefined) return undefined;
    const objects = [...own, ...present, ...added];
    const onEvaluation = observer && beginRun(observer, bound, this.#server);
    const cluster = new Cluster(this.#server, { objects, bound, definitions, onEvaluation });
    return { objects, stored, definitions, cluster };
  }

  /** The verdicts on objects; undefined if there are CRDs among them, on which the verdicts on other objects depend. */
  #verdictsWithoutCrds(sources: readonly Source[]): readonly DocumentReport[] | undefined {
    const { run } = this.#base;
    const own = run.forVerdicts();
    const parts = partsOf(sources, own);
    return own.kinds.isEmpty ? verdictsOn(parts, run) : undefined;
  }
}
