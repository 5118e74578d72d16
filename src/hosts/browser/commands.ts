import { admit as admitSources } from '../../features/admit/admit.ts';
import { type AdmitJson, admitJson } from '../../features/admit/admit-json.ts';
import { findVersion } from '../../features/custom-versions.ts';
import { diffDefinitions } from '../../features/diff/diff.ts';
import { type DiffJson, diffJson } from '../../features/diff/diff-json.ts';
import { type EvaluationJson, evaluationJson } from '../../features/eval/evaluation-json.ts';
import {
  ADMISSION_ENVIRONMENTS,
  admissionInput,
  firstObject,
  type ReadInput,
  ruleInput,
} from '../../features/eval/expression-input.ts';
import { expressionParts, sinceWhen } from '../../features/eval/expression-parts.ts';
import {
  CoverageRecorder,
  type PolicyCoverage,
} from '../../features/policy-tests/coverage/recorder.ts';
import { changesIn } from '../../features/upgrade/changes.ts';
import { differencesIn } from '../../features/upgrade/differences.ts';
import { changesJson, type UpgradeJson } from '../../features/upgrade/upgrade-json.ts';
import { lint } from '../../lint/lint.ts';
import type { Source } from '../../lint/read/source.ts';
import { type ExpressionInput, evaluateExpression } from '../../server/expressions/evaluation.ts';
import { MINORS, type Minor, NEWEST_MINOR } from '../../server/kubernetes/minors.ts';
import type { Mapping } from '../../yaml/tree.ts';
import { withPacks } from './packs.ts';

/** The server that answers. */
export interface ServerOptions {
  /** The newest minor that is known where absent. */
  readonly kubernetesVersion?: Minor;
}

/** The decisions of policies about the objects of some sources, and how far these objects test the policies. */
export interface AdmitResult extends AdmitJson {
  readonly coverage: readonly PolicyCoverage[];
}

/**
 * Passes the objects of sources through the admission policies of the same sources, as `kubeadmit admit --verbose`
 * does.
 *
 * @returns the JSON of that command, and the coverage of the policies by these requests
 */
export function admit(
  sources: readonly Source[],
  { kubernetesVersion = NEWEST_MINOR }: ServerOptions = {},
): Promise<AdmitResult> {
  return withPacks(() => {
    const observer = new CoverageRecorder();
    const report = admitSources(sources, { kubernetesVersion, keepsTraces: true, observer });
    const json: AdmitJson = JSON.parse(admitJson(report));
    return { ...json, coverage: observer.coverage };
  });
}

/**
 * Compares the CRDs of two states, as `kubeadmit diff` does.
 *
 * @returns the JSON of that command
 */
export function diff(
  before: readonly Source[],
  after: readonly Source[],
  { kubernetesVersion = NEWEST_MINOR }: ServerOptions = {},
): Promise<DiffJson> {
  return withPacks(() => JSON.parse(diffJson(diffDefinitions(before, after, kubernetesVersion))));
}

/** The two minors of an upgrade. */
export interface UpgradeOptions {
  readonly from: Minor;
  readonly to: Minor;
  /** The date that certificates are checked against; they are not where it is absent. */
  readonly now?: Date;
}

/**
 * Reports the effects of an upgrade on manifests, as `kubeadmit upgrade` does.
 *
 * @returns the JSON of that command
 * @throws RangeError if `to` is not newer than `from`
 */
export function upgrade(
  sources: readonly Source[],
  { from, to, now }: UpgradeOptions,
): Promise<UpgradeJson> {
  return withPacks(() => {
    const kubernetesVersions = MINORS.slice(MINORS.indexOf(from), MINORS.indexOf(to) + 1);
    if (kubernetesVersions.length < 2) throw new RangeError(`${to} must be newer than ${from}`);
    const report = lint(sources, {
      kubernetesVersions,
      mergeRepetitions: false,
      policies: [],
      ...(now && { now }),
    });
    const changes = changesIn(report, differencesIn(sources, kubernetesVersions));
    return JSON.parse(changesJson(report, changes));
  });
}

/** The place of an expression, and the objects that it can use. */
export interface EvaluationInput {
  /** `vap`, `map` or `webhook` for a policy or a webhook; `crd:KIND` for a validation rule of a CRD. */
  readonly as: string;
  /** The field that `self` is, such as `spec.ports[0]`; for `crd:KIND`. */
  readonly at?: string;
  readonly object?: Source;
  /** The object before an update. */
  readonly old?: Source;
  /** The parameter object of a policy. */
  readonly params?: Source;
  readonly crds?: readonly Source[];
}

/** The result of an expression, and of its parts. */
export interface EvaluationResult extends EvaluationJson {
  /** The first minor that accepts the expression in a new object. Null if the newest refuses it. */
  readonly since: Minor | null;
  readonly parts: readonly EvaluationJson[];
}

/**
 * Evaluates a CEL expression, as `kubeadmit eval` does.
 *
 * @returns the JSON of that command; a problem with the input is one of its errors
 */
export function evaluate(
  expression: string,
  input: EvaluationInput,
  { kubernetesVersion: minor = NEWEST_MINOR }: ServerOptions = {},
): Promise<EvaluationResult> {
  return withPacks(() => {
    const read = readInput(input, minor);
    if (!read.ok) {
      const errors = [{ message: read.problem, line: null, column: null }];
      return { version: 1, expression, errors, since: null, parts: [] };
    }
    const { value } = read;
    return {
      ...evaluationJson(expression, evaluateExpression(expression, value, minor)),
      since: sinceWhen(expression, value) ?? null,
      parts: expressionParts(expression, value, minor),
    };
  });
}

function readInput(input: EvaluationInput, minor: Minor): ReadInput<ExpressionInput> {
  const { as, at = '', crds = [] } = input;
  const object = readObject(input.object);
  if (!object.ok) return object;
  const old = readObject(input.old);
  if (!old.ok) return old;
  const params = readObject(input.params);
  if (!params.ok) return params;
  const environment = ADMISSION_ENVIRONMENTS.find((one) => one === as);
  if (environment !== undefined) {
    const objects = { object: object.value, old: old.value, params: params.value };
    return { ok: true, value: admissionInput(environment, objects, minor) };
  }
  if (!as.startsWith('crd:')) return { ok: false, problem: `unknown place ${as}` };
  if (object.value === undefined)
    return { ok: false, problem: 'a validation rule needs an object' };
  const found = findVersion(as.slice('crd:'.length), crds, minor);
  if (!found.ok) return found;
  return ruleInput(found, { object: object.value, old: old.value, at }, minor);
}

function readObject(source: Source | undefined): ReadInput<Mapping | undefined> {
  if (source === undefined) return { ok: true, value: undefined };
  const read = firstObject(source.content);
  return read.ok
    ? { ok: true, value: read.value.object }
    : { ok: false, problem: `${source.name}: ${read.problem}` };
}
