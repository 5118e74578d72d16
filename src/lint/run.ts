import { getOrCompute } from '../base/get-or-compute.ts';
import { SharedStrings } from '../base/kept-strings.ts';
import type { Finding, RuleLevels } from '../result/finding.ts';
import type { DocumentReport, Verdict } from '../result/verdict.ts';
import type { ManifestObject } from '../rule/manifest.ts';
import { MINORS, type Minor, NEWEST_MINOR } from '../server/kubernetes/minors.ts';
import type { Server } from '../server/kubernetes/server.ts';
import type { ObjectName } from '../sources/installations/object-names.ts';
import { Patches } from '../sources/project/kustomize/patches.ts';
import { CustomKinds } from './memory/custom-kinds.ts';
import { LiveObjects } from './memory/live-objects.ts';
import type { StoredObject, StoredObjects } from './memory/stored-objects.ts';
import type { OpenDocument } from './open/open-part.ts';
import type { RunOptions } from './options.ts';
import type { SourceText } from './read/source-text.ts';
import { TextMemory } from './read/text-memory.ts';
import { RuleSelection } from './rules/rule-selection.ts';

/** The objects and kinds that a run starts from. */
interface RunState {
  /** The objects that the cluster contains already; undefined if all objects of the sources are created. */
  readonly stored?: StoredObjects | undefined;
  /** The custom kinds that are known already; the CRDs of the sources are added. */
  readonly kinds?: CustomKinds;
}

/** Owns the options of a run, and the data that its stages keep for each other. */
export class Run {
  /** The servers that verdicts are for, one for each minor, oldest first. */
  readonly servers: readonly Server[];
  /** True if other sources may contradict a finding. */
  readonly isPartial: boolean;
  readonly mergesRepetitions: boolean;
  /** The names of the files that the flags of the servers are from. */
  readonly flagFiles: readonly string[];
  readonly now: Date | undefined;
  /** Holds the texts of the run. */
  readonly texts = new TextMemory();
  /** Holds the strings that many objects of the run have. */
  readonly strings = new SharedStrings();
  /** The patches around the sources, which are complete when all sources have been read. */
  readonly patches = new Patches();
  readonly stored: StoredObjects | undefined;
  /** The objects that a cluster has returned; undefined if none of the sources may have such objects. */
  readonly live: LiveObjects | undefined;
  readonly kinds: CustomKinds;
  readonly #options: RunOptions;
  /** The different verdicts of documents, by a text of them. Most documents have the same ones, which are kept once. */
  readonly #verdicts = new Map<string, DocumentReport['verdicts']>();
  readonly #selections = new Map<RuleLevels | undefined, RuleSelection>();

  constructor(options: RunOptions, { stored, kinds = new CustomKinds() }: RunState = {}) {
    const { kubernetesVersions = [NEWEST_MINOR], runtimeConfig = new Map() } = options;
    const { featureGates = new Map(), staticManifests = false, podSecurity, nodePorts } = options;
    this.#options = options;
    this.servers = MINORS.filter((minor) => kubernetesVersions.includes(minor)).map((minor) => ({
      minor,
      runtimeConfig,
      featureGates,
      loadsStaticManifests: staticManifests,
      ...(podSecurity && { podSecurity }),
      ...(nodePorts && { nodePorts }),
    }));
    this.isPartial = options.partial ?? false;
    this.flagFiles = options.flagFiles ?? [];
    this.mergesRepetitions = options.mergeRepetitions ?? true;
    this.now = options.now;
    this.stored = stored;
    this.live = options.live === true ? new LiveObjects() : undefined;
    this.kinds = kinds;
  }

  /**
   * The object that an object of the sources replaces. Undefined if it is created.
   *
   * @param open the document that the object is in
   * @param isNamespaced true if the namespace is part of the name
   */
  storedBefore(
    object: ManifestObject,
    open: Pick<OpenDocument, 'source' | 'part'>,
    name: ObjectName,
    isNamespaced: boolean,
  ): StoredObject | undefined {
    const { stored, live } = this;
    return stored?.find(object.origin.file, name, isNamespaced) ?? live?.find(open, object, name);
  }

  /** The verdicts on a document, one for each minor. */
  verdicts(verdictOf: (minor: Minor) => Verdict): DocumentReport['verdicts'] {
    const { servers } = this;
    const verdicts = servers.map(({ minor }) => verdictOf(minor));
    return getOrCompute(this.#verdicts, verdicts.join(), () =>
      Object.fromEntries(servers.map(({ minor }, index) => [minor, verdicts[index]])),
    );
  }

  rulesFor({ ruleLevels }: SourceText): RuleSelection {
    return getOrCompute(this.#selections, ruleLevels, () => {
      const { only, skip } = this.#options;
      return new RuleSelection({ only, skip, ruleLevels });
    });
  }

  /** Returns true if a finding is reported, and false if it is only counted. */
  reports({ severity }: Finding): boolean {
    return this.#options.pedantic === true || severity !== 'info';
  }

  /** A run for the same servers whose findings are not needed, only the verdicts. */
  forVerdicts(state?: RunState): Run {
    return new Run({ ...this.#options, only: [] }, state);
  }
}
