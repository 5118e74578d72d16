import { SharedStrings } from '../../base/kept-strings.ts';
import type { Finding, RuleLevels } from '../../result/finding.ts';
import type { FeatureGates } from '../../server/kubernetes/feature-gates.ts';
import { MINORS, type Minor, NEWEST_MINOR } from '../../server/kubernetes/minors.ts';
import type { RuntimeConfig } from '../../server/kubernetes/runtime-config.ts';
import type { Server } from '../../server/kubernetes/server.ts';
import { TextMemory } from '../memory/text-memory.ts';
import type { SourceText } from '../read/source-text.ts';
import { SharedVerdicts } from '../settle/shared-verdicts.ts';
import type { StoredObjects } from '../together/stored-objects.ts';
import { RuleSelection } from './rule-selection.ts';

/** The options of a run. */
export interface RunOptions {
  /** The minors that verdicts are for, in any order; by default the newest. */
  readonly kubernetesVersions?: readonly Minor[];
  /** What `--runtime-config` of the API server enables and disables; the defaults of each minor where not said. */
  readonly runtimeConfig?: RuntimeConfig;
  /** What `--feature-gates` of the API server enables and disables; the defaults of each minor where not said. */
  readonly featureGates?: FeatureGates;
  /** Ids of rules or families: only their findings are reported. Verdicts are those of all rules. */
  readonly only?: readonly string[];
  /** Ids of rules or families whose findings are not reported. */
  readonly skip?: readonly string[];
  /** Whether findings of severity `info` are reported; else they are only counted. */
  readonly pedantic?: boolean;
  /**
   * Whether the sources are only some of those that belong together, such as changed files: nothing is reported that
   * other sources may contradict.
   */
  readonly partial?: boolean;
  /** Whether the same advice on several versions of a CRD, or on copies of an object, is one finding (the default). */
  readonly mergeRepetitions?: boolean;
  /** The date that certificates are checked against; without it, expiry is not reported, so that a run can be repeated. */
  readonly now?: Date;
}

/** What every stage of a run needs to know. */
export interface RunPlan {
  /** The servers that verdicts are for, one for each minor, oldest first. */
  readonly servers: readonly Server[];
  /** The rules that run on a source. */
  rulesFor(source: SourceText): RuleSelection;
  readonly isPedantic: boolean;
  readonly isPartial: boolean;
  readonly mergesRepetitions: boolean;
  readonly now: Date | undefined;
  /** Holds the texts of the run. */
  readonly texts: TextMemory;
  /** Holds the strings that many objects of the run have. */
  readonly strings: SharedStrings;
  readonly verdicts: SharedVerdicts;
  /** The objects that the cluster contains already; undefined if all are created. */
  readonly stored: StoredObjects | undefined;
}

/** Whether a finding is reported, and not only counted. */
export function isReported({ severity }: Finding, { isPedantic }: RunPlan): boolean {
  return isPedantic || severity !== 'info';
}

/** Decides which rules run, and for which minors. */
export function planRun({
  kubernetesVersions,
  runtimeConfig = new Map(),
  featureGates = new Map(),
  only,
  skip,
  pedantic = false,
  partial = false,
  mergeRepetitions = true,
  now,
}: RunOptions): RunPlan {
  const asked = kubernetesVersions ?? [NEWEST_MINOR];
  const selections = new Map<RuleLevels | undefined, RuleSelection>();
  const servers = MINORS.filter((minor) => asked.includes(minor)).map((minor) => ({
    minor,
    runtimeConfig,
    featureGates,
  }));
  return {
    servers,
    rulesFor: ({ ruleLevels }) => {
      let selection = selections.get(ruleLevels);
      if (selection === undefined) {
        selection = new RuleSelection({ only, skip, ruleLevels });
        selections.set(ruleLevels, selection);
      }
      return selection;
    },
    isPedantic: pedantic,
    isPartial: partial,
    mergesRepetitions: mergeRepetitions,
    now,
    texts: new TextMemory(),
    strings: new SharedStrings(),
    verdicts: new SharedVerdicts(servers),
    stored: undefined,
  };
}
