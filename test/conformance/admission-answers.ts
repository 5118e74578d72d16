import type { RequestReport } from '../../src/lint/decide/decide-request.ts';
import type { PolicyDecision } from '../../src/server/admission/decision.ts';
import type { Minor } from '../../src/server/kubernetes/minors.ts';
import { serverHas } from '../../src/server/kubernetes/server-changes.ts';
import type { Mapping, Value } from '../../src/server/kubernetes/value.ts';
import { isMapping } from '../../src/yaml/tree.ts';

/** A decision of the oracle about one policy, binding, param and expression. */
interface OracleDecision {
  readonly policy: string;
  readonly policyKind?: string;
  readonly binding?: string;
  readonly param?: string;
  readonly expressionIndex?: number;
  readonly action: string;
  readonly evaluation?: string;
  readonly message?: string;
  readonly reason?: string;
  readonly validationActions?: readonly string[];
  readonly auditAnnotations?: Readonly<Record<string, string>>;
}

/** The answer of the oracle about one request, as far as it is compared. */
export interface OracleAnswer {
  readonly admission?: readonly OracleDecision[];
  readonly request?: {
    readonly admitted: boolean;
    readonly code?: number;
    readonly reason?: string;
    readonly message?: string;
    readonly warnings?: readonly string[];
  };
  readonly mutated?: Mapping;
}

/** A line of the oracle with `-evaluate`. */
export interface OracleLine extends OracleAnswer {
  readonly file: string;
  readonly document: number;
  readonly item?: number;
  /** The name of the object; undefined if it has none. */
  readonly name?: string;
  readonly outcome: string;
}

/** A name that the server has generated from `one-` or `two-`; kubeadmit generates the same for all. */
const GENERATED_NAME = /\b(one|two)-[bcdfghjklmnpqrstvwxz2456789]{5}\b/g;

/** Reads a line of the oracle. */
export function readOracleLine(line: string): OracleLine {
  return JSON.parse(line.replaceAll(GENERATED_NAME, '$1-abcde')) as OracleLine;
}

/** The text by which an answer is compared. It is the same for equal answers. */
export interface ComparableAnswer {
  /** The decisions of validating policies. */
  readonly decisions: readonly string[];
  /** The effect of each mutating policy. */
  readonly mutations: readonly string[];
  readonly request: string;
  readonly annotations: Readonly<Record<string, string>>;
  readonly mutated: string;
}

/** The error of Go for a value of a wrong type is not reproduced. */
const UNDECODABLE =
  /(?:couldn't get version\/kind; json parse error: )?json: cannot unmarshal [^"\\]* into Go struct field [^"\\]* of type [^\s"\\]+/g;

/** The error of Go for a value that does not have the type of its field. */
const UNCONVERTIBLE = /(unable to convert unstructured object to [^:"]*: )(?:[^"\\]|\\.)*/g;

/** An object without its kind, which the server shows with all that it generates. */
const KINDLESS = /(Object 'Kind' is missing in )'[^']*'/g;

function comparableText(text: string): string {
  return text
    .replaceAll(UNDECODABLE, 'the object cannot be decoded')
    .replaceAll(UNCONVERTIBLE, '$1the object cannot be decoded')
    .replaceAll(KINDLESS, "$1'...'");
}

/** The oracle's answer in the form that is compared. */
export function comparableAnswer(answer: OracleAnswer, minor: Minor): ComparableAnswer {
  const text = comparableText(JSON.stringify(answer));
  const { admission = [], request, mutated } = JSON.parse(text) as OracleAnswer;
  const { admitted, code, reason, message, warnings } = request ?? { admitted: true };
  const stop = admission.findIndex(isRefusal);
  // The oracle runs the other policies too when the server stops. It finds bindings without params earlier.
  const decided = admission.filter(
    (decision, index) => stop < 0 || index <= stop || isUnusable(decision),
  );
  return {
    // Params that a selector selects are in no particular order.
    decisions: distinctTexts(decided.flatMap((decision) => decisionOfOracle(decision))),
    mutations: distinctTexts(decided.flatMap((decision) => mutationOfOracle(decision))),
    request: JSON.stringify([admitted, code ?? 0, reason ?? '', message ?? '', warnings ?? []]),
    annotations: mergedAnnotations(admission, minor),
    mutated: mutated === undefined ? '' : canonical(withoutGenerated(mutated)),
  };
}

/**
 * The annotations of all decisions. The oracle asks each binding on its own, while the servers of newer
 * minors list the failures of all.
 */
function mergedAnnotations(
  decisions: readonly OracleDecision[],
  minor: Minor,
): Readonly<Record<string, string>> {
  const all = decisions.map(({ auditAnnotations = {} }) => auditAnnotations);
  const merged: Record<string, string> = Object.assign({}, ...all);
  const failures = all.flatMap(({ [FAILURES]: text }) => text?.slice(1, -1) ?? []);
  return failures.length > 0 && serverHas('all-validation-failures', minor)
    ? { ...merged, [FAILURES]: `[${failures.join()}]` }
    : merged;
}

/** Reports whether a mutating policy has no param. */
function isUnusable({ policyKind, message = '' }: OracleDecision): boolean {
  return policyKind !== undefined && message.includes(' denied request: failed to configure ');
}

/** Reports whether the server refuses the request because it cannot read the changed object. */
function isRefusal({ policyKind, reason }: OracleDecision): boolean {
  return policyKind !== undefined && reason === 'InternalError';
}

/** The oracle also lists the bindings without params, which have no effect. */
function mutationOfOracle(decision: OracleDecision): readonly string[] {
  const { policy, policyKind, binding, action, message = '' } = decision;
  return policyKind === undefined || action === 'unchanged'
    ? []
    : [JSON.stringify([policy, binding, action, message])];
}

function decisionOfOracle(decision: OracleDecision): readonly string[] {
  const { policy, policyKind, binding, param, expressionIndex, action, evaluation } = decision;
  const { message = '', reason = '', validationActions = [] } = decision;
  if (policyKind !== undefined) return [];
  if (action === 'configurationError') {
    // The oracle runs each binding by itself, so that an error of the policy comes with each of them.
    const isOfBinding = message.includes(`with binding '${binding}'`);
    if (!isOfBinding) return [];
    return [
      JSON.stringify([policy, binding, action, message.replace(/^.* denied request: /s, '')]),
    ];
  }
  return [
    JSON.stringify([
      policy,
      binding,
      param ?? '',
      expressionIndex ?? -1,
      action,
      evaluation ?? '',
      message,
      reason,
      validationActions,
    ]),
  ];
}

/** The annotation with the validations that have failed, of all policies. */
const FAILURES = 'validation.policy.admission.k8s.io/validation_failure';

/** The answer of this program in the form that is compared. */
export function comparableReport(report: RequestReport): ComparableAnswer {
  const { decisions, denial, warnings, mutation, published } = report;
  const { code = 0, reason = '', message = '' } = denial ?? {};
  const isAdmitted = report.outcome === 'admitted';
  const known = report.outcome === 'unknown' ? `unknown: ${report.unknown}` : message;
  return {
    decisions: distinctTexts(decisions.flatMap((decision) => decisionOfReport(decision))),
    mutations: distinctTexts(
      decisions.filter(isDecisive).flatMap((decision) => mutationOfReport(decision)),
    ),
    request: comparableText(JSON.stringify([isAdmitted, code, reason, known, warnings])),
    // The oracle keeps the last annotation of a key, where the server keeps the first, and none of policies without
    // validations.
    annotations: Object.fromEntries(
      published
        .filter(
          ({ key }) =>
            key === FAILURES || decisions.some(({ policy }) => key.startsWith(`${policy}/`)),
        )
        .map(({ key, value }) => [key, value]),
    ),
    mutated: mutation === undefined ? '' : canonical(withoutGenerated(mutation.after)),
  };
}

function distinctTexts(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.map(comparableText))].sort();
}

/** The oracle has one decision about a mutating policy and its binding, for all params: a refusal, or else a change. */
function isDecisive(
  { policyKind, policy, binding, action }: PolicyDecision,
  _index: number,
  all: readonly PolicyDecision[],
): boolean {
  if (policyKind !== 'MutatingAdmissionPolicy') return false;
  const others = all.filter(
    (one) => one.policyKind === policyKind && one.policy === policy && one.binding === binding,
  );
  return (
    action !== 'unchanged' && (action === 'deny' || !others.some((one) => one.action === 'deny'))
  );
}

function mutationOfReport({ policy, binding, action, message }: PolicyDecision): readonly string[] {
  return binding === undefined ? [] : [JSON.stringify([policy, binding, action, message])];
}

function decisionOfReport(decision: PolicyDecision): readonly string[] {
  const { policyKind, policy, binding, param, expressionIndex, action, isError, message } =
    decision;
  if (policyKind === 'MutatingAdmissionPolicy') return [];
  if (action === 'configuration-error') {
    return binding === undefined
      ? []
      : [JSON.stringify([policy, binding, 'configurationError', message])];
  }
  return [
    JSON.stringify([
      policy,
      binding,
      param ?? '',
      // The oracle counts the decision about a policy as a whole as its first.
      expressionIndex ?? (action === 'excluded' || isAnnotation(decision) ? -1 : 0),
      action,
      isError ? 'error' : '',
      message,
      decision.reason,
      decision.validationActions,
    ]),
  ];
}

function isAnnotation({ field }: PolicyDecision): boolean {
  return field?.startsWith('spec.auditAnnotations') === true;
}

/** The parts in which two answers differ, for people; undefined if they are equal. */
export function differenceOf(ours: ComparableAnswer, theirs: ComparableAnswer): string | undefined {
  const lines: string[] = [];
  if (ours.request !== theirs.request)
    lines.push(`request\n  ours   ${ours.request}\n  server ${theirs.request}`);
  for (const list of ['decisions', 'mutations'] as const) {
    for (let index = 0; index < Math.max(ours[list].length, theirs[list].length); index++) {
      const [own, other] = [ours[list][index], theirs[list][index]];
      if (own !== other) lines.push(`${list}\n  ours   ${own}\n  server ${other}`);
    }
  }
  const keys = new Set([...Object.keys(ours.annotations), ...Object.keys(theirs.annotations)]);
  for (const key of keys) {
    const [own, other] = [ours.annotations[key], theirs.annotations[key]];
    if (!isSameAnnotation(own, other))
      lines.push(`annotation ${key}\n  ours   ${own}\n  server ${other}`);
  }
  if (ours.mutated !== theirs.mutated) {
    lines.push(`mutated\n  ours   ${ours.mutated}\n  server ${theirs.mutated}`);
  }
  return lines.length === 0 ? undefined : lines.join('\n');
}

function isSameAnnotation(own: string | undefined, other: string | undefined): boolean {
  if (own === undefined || other === undefined) return own === other;
  // Values of several bindings are joined by the server, but not by the oracle.
  if (own.includes(other)) return true;
  // Params that a selector selects are in no particular order.
  const [ownParts, otherParts] = [own, other].map((value) => value.split(', ').sort().join(', '));
  return ownParts === otherParts;
}

const GENERATED = new Set([
  'uid',
  'creationTimestamp',
  'managedFields',
  'generation',
  'resourceVersion',
]);

/** Removes the fields that the server generates at random, also in copies of the metadata that patches make. */
function withoutGenerated(object: Mapping): Mapping {
  if (object.kind === 'APIService' && isMapping(object.status)) {
    // With the time at which it was created.
    const { status: _, ...rest } = object;
    return withoutGenerated(rest);
  }
  return withoutGeneratedIn(object, false);
}

function withoutGeneratedIn(object: Mapping, isMetadata: boolean): Mapping {
  const isCopy = 'uid' in object && 'creationTimestamp' in object;
  return Object.fromEntries(
    Object.entries(object)
      .filter(([name]) => !((isMetadata || isCopy) && GENERATED.has(name)))
      .map(([name, value]) => [
        name,
        isMapping(value) ? withoutGeneratedIn(value, name === 'metadata') : value,
      ]),
  );
}

/** JSON with sorted keys. */
export function canonical(value: Value): string {
  return JSON.stringify(value, (_key, one: unknown) => {
    if (typeof one === 'bigint') return Number(one);
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return one;
    return Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
