import { EvaluationLimitExceeded } from '../../base/run-limits.ts';
import type { DocumentIdentity } from '../../result/verdict.ts';
import type { AuditAnnotation, Denial, PolicyDecision } from '../../server/admission/decision.ts';
import { mutate } from '../../server/admission/mutating.ts';
import type { BoundPolicy } from '../../server/admission/policy.ts';
import type { AdmissionRequest } from '../../server/admission/request.ts';
import { validate } from '../../server/admission/validating.ts';
import { jsonText } from '../../server/crd/values/json-text.ts';
import type { Operation } from '../../server/kubernetes/operations.ts';
import type { Mapping, Value } from '../../server/kubernetes/value.ts';
import { isMapping } from '../../yaml/tree.ts';
import type { Cluster } from './cluster.ts';
import type { OpenedObject } from './opened-object.ts';
import type { RequestOptions } from './requests.ts';

/** The decisions of the policies about one request. */
export interface RequestReport {
  readonly document: DocumentIdentity;
  readonly operation: Operation;
  readonly outcome: 'admitted' | 'denied' | 'unknown';
  /** The server's answer to a denied request. */
  readonly denial: Denial | undefined;
  /** The reason why the decision is not known. */
  readonly unknown: string | undefined;
  readonly warnings: readonly string[];
  readonly annotations: readonly AuditAnnotation[];
  /** The annotations that policies publish, in order; of several with one key, the server keeps the first. */
  readonly published: readonly AuditAnnotation[];
  /** The decisions of all policies that match the request. */
  readonly decisions: readonly PolicyDecision[];
  /** The object before and after mutating policies have changed it; undefined if they have not. */
  readonly mutation: { readonly before: Mapping; readonly after: Mapping } | undefined;
}

/** The depth of lists and mappings in an object that policies change. Reports on the object are made recursively. */
const DEEPEST = 1_000;

/**
 * Passes the request that is made of an object through the policies of a cluster. The decision is not known if the
 * object is nested so deeply that the stack overflows, and if the run has made too many decisions.
 */
export function decideRequest(
  object: OpenedObject,
  request: AdmissionRequest,
  cluster: Cluster,
  options: Pick<RequestOptions, 'answers'>,
): RequestReport {
  try {
    const report = decide(object, request, cluster, options);
    const isTooDeep = report.mutation !== undefined && isDeeper(report.mutation.after, DEEPEST);
    return isTooDeep ? undecided(object, request, TOO_DEEP) : report;
  } catch (thrown) {
    if (thrown instanceof EvaluationLimitExceeded)
      return undecided(object, request, thrown.message);
    if (!(thrown instanceof RangeError)) throw thrown;
    return undecided(object, request, TOO_DEEP);
  }
}

const TOO_DEEP = 'the object is nested too deeply';

function undecided(
  { identity }: OpenedObject,
  { operation }: AdmissionRequest,
  unknown: string,
): RequestReport {
  return {
    document: identity,
    operation,
    outcome: 'unknown',
    denial: undefined,
    unknown,
    warnings: [],
    annotations: [],
    published: [],
    decisions: [],
    mutation: undefined,
  };
}

/** Reports whether lists and mappings are nested more deeply than a number of levels. */
function isDeeper(value: Value, levels: number): boolean {
  let level: readonly Value[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return true;
    level = level.flatMap(membersOf);
  }
  return false;
}

function membersOf(value: Value): readonly Value[] {
  if (Array.isArray(value)) return value;
  return isMapping(value) ? Object.values(value).filter((member) => member !== undefined) : [];
}

function decide(
  object: OpenedObject,
  request: AdmissionRequest,
  cluster: Cluster,
  { answers = () => undefined }: Pick<RequestOptions, 'answers'>,
): RequestReport {
  const mutated = mutate(cluster.policies.filter(isMutating), request, cluster, answers);
  const isStopped = mutated.denial !== undefined || mutated.unknown !== undefined;
  const changed = { ...request, object: mutated.object };
  // A request that mutating policies refuse does not reach the validating policies.
  const validating = isStopped ? [] : cluster.policies.filter(isValidating);
  const validated = validate(validating, changed, cluster, answers);
  const { warnings, annotations } = validated;
  const denial = mutated.denial ?? validated.denial;
  const unknown = mutated.unknown ?? validated.unknown;
  const decisions = [...mutated.decisions, ...validated.decisions];
  return {
    document: object.identity,
    operation: request.operation,
    outcome: denial !== undefined ? 'denied' : unknown !== undefined ? 'unknown' : 'admitted',
    denial,
    unknown,
    warnings,
    annotations: firstOfEachKey(annotations),
    published: annotations,
    decisions,
    mutation: isStopped ? undefined : changeBetween(request.object, mutated.object),
  };
}

function changeBetween(
  before: Mapping | undefined,
  after: Mapping | undefined,
): RequestReport['mutation'] {
  if (before === undefined || after === undefined || before === after) return undefined;
  return jsonText(before, 'by key') === jsonText(after, 'by key') ? undefined : { before, after };
}

function isValidating(
  bound: BoundPolicy,
): bound is BoundPolicy & { readonly kind: 'ValidatingAdmissionPolicy' } {
  return bound.kind === 'ValidatingAdmissionPolicy';
}

function isMutating(
  bound: BoundPolicy,
): bound is BoundPolicy & { readonly kind: 'MutatingAdmissionPolicy' } {
  return bound.kind === 'MutatingAdmissionPolicy';
}

/** The server keeps the first annotation of a key. */
function firstOfEachKey(annotations: readonly AuditAnnotation[]): readonly AuditAnnotation[] {
  const first = new Map<string, AuditAnnotation>();
  for (const annotation of annotations) {
    if (!first.has(annotation.key)) first.set(annotation.key, annotation);
  }
  return [...first.values()];
}
