import type { Report } from '../result/report.ts';
import { Patches } from '../sources/project/patches.ts';
import { checkSource, silentlyCheck } from './check/check-source.ts';
import type { CheckedPart } from './check/checked-part.ts';
import type { Draft } from './check/draft.ts';
import { planRun, type RunOptions } from './check/run-plan.ts';
import { type CheckedRequests, checkRequests } from './decide/check-requests.ts';
import { withoutRepeated } from './decide/repeated-sources.ts';
import { RunParts } from './memory/run-parts.ts';
import type { Source } from './read/source-text.ts';
import { buildReport } from './settle/build-report.ts';
import { settle } from './settle/settle.ts';
import { checkInstallations } from './together/check-installations.ts';
import { checkTogether } from './together/check-together.ts';
import { CustomKinds } from './together/custom-kinds.ts';
import { MoreCrds } from './together/more-crds.ts';
import { RemovedObjects } from './together/removed-objects.ts';
import { StoredObjects } from './together/stored-objects.ts';

export type { Source };

/** What a caller may decide about a run, and give it beside the sources. */
export interface LintOptions extends RunOptions {
  /** More CRDs, for looking up the kinds that objects name; nothing is reported about these sources. */
  readonly crds?: Iterable<Source>;
  /**
   * The manifests of an earlier state, which the cluster contains: an object of the sources that has the name of one of
   * these is judged as its update. Nothing is reported about them.
   */
  readonly base?: Iterable<Source>;
  /**
   * More admission policies and bindings, with the params, namespaces and CRDs that they need; nothing is reported about
   * these sources. The objects of the sources pass them, and the policies of the sources. Without this option no policy
   * is run.
   */
  readonly policies?: Iterable<Source>;
}

/**
 * Checks manifests as the API server would, and reports what else is wrong with them. Pure: the same sources and
 * options give the same report, and nothing but them is read.
 *
 * The stages, for each part of each source: read, open, check each object, check what is applied together, check
 * together with everything else that the run was given, run policies if asked to, settle what the server says, report.
 * Sources are read one after the other, and what a part has no more use for is given up as soon as possible.
 */
export function lint(sources: Iterable<Source>, options: LintOptions = {}): Report {
  const policies = options.policies && [...options.policies];
  const base = options.base && [...options.base];
  const plan = { ...planRun(options), stored: base && new StoredObjects(base) };
  const crds = options.crds === undefined ? [] : [...options.crds];
  // Of CRDs that are not reported on, only the verdicts matter.
  const moreCrds = new MoreCrds(crds, { ...plan, rulesFor: planRun({ only: [] }).rulesFor });
  const kinds = new CustomKinds(crds.length === 0 ? undefined : moreCrds);
  const patches = new Patches();
  const parts = new RunParts(plan, patches, policies !== undefined);
  const { facts } = parts;
  const requested: Source[] = [];
  let files = 0;
  for (const source of sources) {
    files++;
    if (policies !== undefined) requested.push(source);
    patches.addAround(source.surroundings ?? []);
    for (const checked of checkSource(source, plan, kinds)) parts.add(checked);
  }
  const part = (number: number) => parts.part(number);
  const { isPartial, stored } = plan;
  const removed = new RemovedObjects(isPartial ? undefined : stored, facts);
  const related =
    facts.mayBeRelated || stored !== undefined
      ? checkInstallations({ part, facts, kinds, patches, isPartial, removed }, plan)
      : undefined;
  const together = (one: CheckedPart, number: number) =>
    withDrafts(checkTogether(one, plan, kinds), related?.get(number));
  let decided: CheckedRequests | undefined;
  if (policies !== undefined) {
    parts.checkAgain(together);
    const from = { requested, policies, crds, stored: base ?? [], patches };
    decided = decide(parts.open, from, options);
  }
  const settled = parts.settle((one, number) =>
    decided === undefined ? together(one, number) : withDrafts(one, decided.drafts.get(number)),
  );
  const removedCrds = [...new Set(plan.servers.flatMap((server) => removed.crds(kinds, server)))];
  const { unusable: unusableCrds } = moreCrds;
  return buildReport(settled, { plan, files, unusableCrds, removedCrds, policyRun: decided?.run });
}

/** What a run with policies reads. */
interface DecisionSources {
  /** Of the objects that pass the policies. */
  readonly requested: readonly Source[];
  readonly policies: readonly Source[];
  readonly crds: readonly Source[];
  readonly stored: readonly Source[];
  readonly patches: Patches;
}

/** Passes the objects of a run through the policies that the server accepts. */
function decide(
  parts: readonly CheckedPart[],
  { requested, policies, crds, stored, patches }: DecisionSources,
  options: LintOptions,
): CheckedRequests {
  const plan = planRun(options);
  // Of other sources than those of the run, only the verdicts matter.
  const verdicts = planRun({ ...options, only: [] });
  const linted = (sources: readonly Source[]) => ({
    sources,
    documents: sources.flatMap((source) => silentlyCheck(source, verdicts, new CustomKinds())),
  });
  const more = withoutRepeated(policies, requested);
  const own = parts.flatMap((part) => settle(part, plan, patches).documents);
  return checkRequests(
    {
      parts,
      own: { sources: requested, documents: own },
      policies: linted(more),
      crds: linted(withoutRepeated(crds, [...requested, ...more])),
      stored: linted(stored),
    },
    plan,
  );
}

function withDrafts(part: CheckedPart, drafts: readonly Draft[] = []): CheckedPart {
  return drafts.length === 0 ? part : { ...part, drafts: [...part.drafts, ...drafts] };
}
