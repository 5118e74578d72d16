import { addTo } from '../../base/index-by.ts';
import type { Steps } from '../../base/steps.ts';
import { documentKey } from '../../result/document-key.ts';
import type { PolicyRun } from '../../result/report.ts';
import type { LocatedDecision } from '../../rule/decided-request.ts';
import { headLocation, locationAt, type RelatedSpan } from '../../rule/location.ts';
import { isObjection, type PolicyDecision } from '../../server/admission/decision.ts';
import { failedField, type ObjectPath, readFields } from '../../server/admission/failed-field.ts';
import { nameOf } from '../../server/admission/policy.ts';
import { decoderPath } from '../../server/decode/problem.ts';
import { CheckRunner } from '../check/check-runner.ts';
import { subjectOf } from '../check/check-subject.ts';
import type { CheckedPart } from '../check/checked-part.ts';
import type { Draft } from '../check/draft.ts';
import type { Run } from '../run.ts';
import { Cluster } from './cluster.ts';
import { decideRequest, type RequestReport } from './decide-request.ts';
import { type LintedSources, openSources } from './open-sources.ts';
import type { OpenedObject } from './opened-object.ts';
import { policiesIn } from './policy-bindings.ts';
import { expressionLocation, policiesByName } from './policy-locations.ts';
import { byIdentity, requestOf } from './requests.ts';
import { isUnusable } from './unusable-documents.ts';

/** The sources of the requests of a run, and of the policies that decide about them. */
interface RequestSources {
  /** The parts of the requests by their numbers. */
  readonly parts: ReadonlyMap<number, CheckedPart>;
  /** The sources of these parts. */
  readonly own: LintedSources;
  /** The sources with only policies, and the objects that policies need. */
  readonly policies: LintedSources;
  readonly crds: LintedSources;
  readonly stored: LintedSources;
}

/** The results of the requests of a run. */
interface CheckedRequests {
  /** The drafts by the number of the part. */
  readonly drafts: ReadonlyMap<number, readonly Draft[]>;
  readonly run: PolicyRun;
}

/**
 * Passes the objects of a run through admission policies, as requests of an administrator, and runs the rules that
 * report the decisions.
 */
export function* checkRequests(sources: RequestSources, run: Run): Steps<CheckedRequests> {
  const { own, policies, crds, stored } = sources;
  const all = {
    sources: [own, policies, crds].flatMap((contents) => contents.sources),
    documents: [own, policies, crds].flatMap(({ documents }) => documents),
  };
  const parts = partsByPlace(sources.parts);
  const drafts = new Map<number, Draft[]>();
  const decidedBy = new Set<string>();
  const undecided = new Set<string>();
  for (const server of run.servers) {
    const opened = openSources(all, stored, server);
    const bound = policiesIn(opened.policies);
    // Traces show which field of the object decides.
    const cluster = new Cluster(server, { ...opened, bound, keepsTraces: true });
    for (const { kind, policy } of cluster.policies) decidedBy.add(`${kind} ${nameOf(policy)}`);
    const known = byIdentity(opened.stored);
    const policyOf = policiesByName(opened.policies);
    for (const object of opened.objects) {
      yield;
      const { file, index, item } = object.identity;
      const request = requestOf(object, known, {});
      const found = parts.get(placeOf(file, index));
      if (request === undefined || found === undefined) continue;
      const report = decideRequest(object, request, cluster, {});
      if (report.outcome === 'unknown') undecided.add(documentKey({ file, index, item }));
      const decisions = report.decisions
        .filter(isObjection)
        .map((decision) => locate(decision, object, report, policyOf));
      if (decisions.length === 0) continue;
      const [number, part] = found;
      const runner = new CheckRunner(part.source, run);
      runner.run(runner.rules.on('request'), { decisions }, subjectOf(object.origin, server));
      for (const draft of runner.drafts) addTo(drafts, number, draft);
    }
  }
  const unusable = policies.documents.filter(isUnusable);
  return { drafts, run: { policies: decidedBy.size, undecided: undecided.size, unusable } };
}

/** The parts with their numbers, by file and position. */
function partsByPlace(
  parts: RequestSources['parts'],
): ReadonlyMap<string, readonly [number, CheckedPart]> {
  return new Map(
    Array.from(parts, (entry) => {
      const [, { source, part }] = entry;
      return [placeOf(source.file, part.index), entry];
    }),
  );
}

function placeOf(file: string, index: number): string {
  return JSON.stringify([file, index]);
}

function locate(
  decision: PolicyDecision,
  { origin }: OpenedObject,
  { mutation }: RequestReport,
  policyOf: ReturnType<typeof policiesByName>,
): LocatedDecision {
  const { trace } = decision;
  const failed = trace && failedField(trace);
  // Policies may have added items to lists, so positions may differ from positions in the file.
  const path = failed === undefined || mutation === undefined ? failed : beforeIndex(failed);
  return {
    decision,
    location:
      path === undefined || path.length === 0
        ? headLocation(origin, null)
        : locationAt(origin, [...origin.path, ...path], fieldText(path)),
    policy: policyLocation(decision, policyOf),
    dependsOn: trace === undefined ? [] : readFields(trace).map(decoderPath),
  };
}

function beforeIndex(path: ObjectPath): ObjectPath {
  const index = path.findIndex((segment) => typeof segment === 'number');
  return index < 0 ? path : path.slice(0, index);
}

/** A path as the API server writes it. A segment that is not a name of a field is a key of a map. */
function fieldText(path: ObjectPath): string {
  return path.reduce<string>((text, segment) => {
    if (typeof segment === 'number' || !/^\w+$/.test(segment)) return `${text}[${segment}]`;
    return text === '' ? segment : `${text}.${segment}`;
  }, '');
}

/** The location of the deciding expression, or of the policy as a whole if no expression decides. */
function policyLocation(
  { policyKind, policy, field }: PolicyDecision,
  policyOf: ReturnType<typeof policiesByName>,
): readonly RelatedSpan[] {
  const part = policyOf(policyKind, policy);
  if (part === undefined) return [];
  const { span } = expressionLocation(part, field);
  const message = field === undefined ? 'the policy is here' : 'the expression is here';
  return [{ span, message, source: part.source }];
}
