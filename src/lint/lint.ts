import { withinRunLimits } from '../base/run-limits.ts';
import { inOneGo, type Steps } from '../base/steps.ts';
import type { PolicyRun, Report } from '../result/report.ts';
import type { CheckedPart } from './check/checked-part.ts';
import type { Draft } from './check/draft.ts';
import { checkCustomKinds } from './custom-kinds/check-custom-kinds.ts';
import { MoreCrds } from './custom-kinds/more-crds.ts';
import { checkRequests } from './decide/check-requests.ts';
import { withoutRepeated } from './decide/repeated-sources.ts';
import {
  type CheckedInstallations,
  checkInstallations,
} from './installations/check-installations.ts';
import type { KeptInstallations } from './installations/kept-installations.ts';
import { RemovedObjects } from './installations/removed-objects.ts';
import { checkKustomizations } from './kustomizations/check-kustomizations.ts';
import { CustomKinds } from './memory/custom-kinds.ts';
import { StoredObjects } from './memory/stored-objects.ts';
import { type LintOptions, type RepeatableOptions, repeatable } from './options.ts';
import { buildReport } from './parts/build-report.ts';
import { type PartCheck, Parts, type SettledEarlier, type SourceCheck } from './parts/parts.ts';
import type { Source } from './read/source.ts';
import { SourceText } from './read/source-text.ts';
import { Run } from './run.ts';
import { judge } from './settle/judge.ts';
import { settle } from './settle/settle.ts';

/**
 * Checks manifests like the API server, and reports other problems in them. It is pure: the same sources and options
 * give the same report, and nothing else is read.
 *
 * The sources are read one after the other: each part of a text is opened and its objects are checked. When all are
 * read, the rest is checked: objects that are applied together, objects of custom kinds, and the decisions of policies.
 * Then the parts are settled and become the report. Data that a part no longer needs is released as soon as possible.
 */
export function lint(sources: Iterable<Source>, options: LintOptions = {}): Report {
  return inOneGo(lintInSteps(startOf(options), sources));
}

/** The options of runs, and the data from them that all these runs have in common. */
export interface RunStart {
  readonly options: RepeatableOptions;
  readonly stored: StoredObjects | undefined;
}

/** Copies the sources in the options, and reads the stored objects. */
export function startOf(options: LintOptions): RunStart {
  const repeated = repeatable(options);
  return { options: repeated, stored: repeated.base && new StoredObjects(repeated.base) };
}

/** The results that a run on changed sources uses again. */
interface KeptResults {
  /** Opens the parts of a source and checks each object in them. Returns parts that `KeptParts` has made. */
  readonly check: SourceCheck;
  readonly settled: SettledEarlier;
  readonly installations: KeptInstallations;
}

/** Lints sources as `lint` does, in steps. */
export function lintInSteps(
  start: RunStart,
  sources: Iterable<Source>,
  kept?: KeptResults,
): Steps<Report> {
  return withinRunLimits(stagesOf(start, sources, kept));
}

function* stagesOf(
  { options, stored }: RunStart,
  sources: Iterable<Source>,
  kept?: KeptResults,
): Steps<Report> {
  const { crds = [], policies } = options;
  // CRDs that a cluster has returned define kinds, although the server would not create them again.
  const moreCrds = new MoreCrds(crds, new Run({ ...options, only: [], live: true }));
  const kinds = new CustomKinds(crds.length === 0 ? undefined : moreCrds);
  const run = new Run(options, { stored, kinds });
  const parts = new Parts(run, policies !== undefined, kept?.settled);
  for (const source of sources) yield* parts.addSource(source, kept?.check);
  const removed = new RemovedObjects(run, parts.facts);
  const related = yield* relate(parts, removed, run, kept?.installations);
  const patched = parts.facts.hasKustomizations ? checkKustomizations(parts, run) : undefined;
  const checkRest = (part: CheckedPart, number: number) =>
    withDrafts(
      checkCustomKinds(part, run),
      related?.drafts.get(number),
      patched?.drafts.get(number),
    );
  const decided = yield* decide(parts, checkRest, options, run);
  const settled = yield* parts.settle(decided?.addDecisions ?? checkRest);
  return buildReport(settled, run, {
    unusableCrds: moreCrds.unusable,
    removedCrds: removed.crds(run),
    unbuilt: new Set([...(patched?.unbuilt ?? []), ...(related?.leftOut ?? [])]).size,
    policyRun: decided?.policyRun,
  });
}

/** Checks what is applied together; undefined if no object may be related to another one. */
function* relate(
  parts: Parts,
  removed: RemovedObjects,
  run: Run,
  kept: KeptInstallations | undefined,
): Steps<CheckedInstallations | undefined> {
  // A cluster returns objects in no order, and only those that were asked for.
  if (run.live?.isEmpty === false) return undefined;
  const mayBeRelated = parts.facts.mayBeRelated || run.stored !== undefined;
  return mayBeRelated ? yield* checkInstallations({ parts, removed }, run, kept) : undefined;
}

/** The decisions of policies about the objects of a run. */
interface Decided {
  readonly policyRun: PolicyRun;
  /** Adds the findings about the decisions to a part of which everything else is checked. */
  readonly addDecisions: PartCheck;
}

/**
 * Checks the rest of each part, and passes the objects of a run through the policies that the server accepts. Returns
 * undefined, and does nothing, in a run without policies.
 */
function* decide(
  parts: Parts,
  checkRest: PartCheck,
  { policies, crds = [], base = [] }: RepeatableOptions,
  run: Run,
): Steps<Decided | undefined> {
  if (policies === undefined) return undefined;
  yield* parts.checkAgain(checkRest);
  const verdicts = run.forVerdicts();
  const judged = (sources: readonly Source[]) => ({
    sources,
    documents: sources.flatMap(
      (source) => judge(new SourceText(source, verdicts.texts), verdicts).documents,
    ),
  });
  const requested = parts.sources;
  const { waiting } = parts;
  const more = withoutRepeated(policies, requested);
  const { drafts, run: policyRun } = yield* checkRequests(
    {
      parts: waiting,
      own: {
        sources: requested,
        documents: [...waiting.values()].flatMap((part) => settle(part, run).documents),
      },
      policies: judged(more),
      crds: judged(withoutRepeated(crds, [...requested, ...more])),
      stored: judged(base),
    },
    run,
  );
  return { policyRun, addDecisions: (part, number) => withDrafts(part, drafts.get(number)) };
}

function withDrafts(
  part: CheckedPart,
  ...more: readonly (readonly Draft[] | undefined)[]
): CheckedPart {
  const drafts = more.flatMap((some) => some ?? []);
  return drafts.length === 0 ? part : { ...part, drafts: [...part.drafts, ...drafts] };
}
