import { jsonText } from '../crd/values/json-text.ts';
import type { GroupVersionKind } from '../kubernetes/api-version.ts';
import { apiVersionOf } from '../kubernetes/api-version.ts';
import type { MutatingAdmissionPolicyBinding } from '../kubernetes/types.generated.ts';
import type { Mapping, Value } from '../kubernetes/value.ts';
import { type AuthorizationAnswers, Authorizer } from './authorizer.ts';
import { compiledOnce } from './compiled-policy.ts';
import { paramKindError } from './configuration-errors.ts';
import type { Denial, PolicyDecision } from './decision.ts';
import { decisionAbout } from './decision-about.ts';
import { matchRequest } from './matching.ts';
import { type CompiledMutation, MutatingPolicy } from './mutating-policy.ts';
import { collectParams, paramName } from './params.ts';
import { type BoundPolicy, nameOf } from './policy.ts';
import {
  type AdmissionRequest,
  type ClusterState,
  type MatchedResource,
  SCHEME,
} from './request.ts';
import { versionedInput } from './versioned-input.ts';

/** The result of the mutating policies for a request. */
interface Mutated {
  /** The object after all mutations; that of the request if none changes it. */
  readonly object: Mapping | undefined;
  readonly decisions: readonly PolicyDecision[];
  /** The server's refusal of the request. */
  readonly denial: Denial | undefined;
  /** The reason why the result is not known. */
  readonly unknown: string | undefined;
}

type BoundMutatingPolicy = BoundPolicy & { readonly kind: 'MutatingAdmissionPolicy' };

/** A policy that is applied to a request, by one binding and with one param. */
interface Invocation {
  readonly bound: BoundMutatingPolicy;
  readonly binding: MutatingAdmissionPolicyBinding;
  readonly param: Mapping | undefined;
  readonly matched: MatchedResource;
}

interface PolicyError {
  readonly policy: string;
  readonly binding: string | undefined;
  readonly message: string;
  readonly reason: string;
}

/** The object of a request in one version, as the policies of a run have changed it. */
interface VersionedObject {
  readonly kind: GroupVersionKind;
  object: Mapping | undefined;
  /** True if a mutation has been applied to the object. */
  isWritten: boolean;
}

/** The effect of a policy on an object. */
interface Invoked {
  readonly errors: readonly PolicyError[];
  readonly hasChanged: boolean;
}

const NOTHING_DONE: Invoked = { errors: [], hasChanged: false };

/** Compiles a policy once. */
export const compiledMutating = compiledOnce(MutatingPolicy);

/**
 * Passes a request through mutating policies, twice if a mutation changes the object after a policy with
 * `reinvocationPolicy: IfNeeded` was applied.
 *
 * Source: `dispatchInvocations` in `pkg/admission/plugin/policy/mutating/dispatcher.go` of the API server.
 *
 * @param policies in the order of their names
 */
export function mutate(
  policies: readonly BoundMutatingPolicy[],
  request: AdmissionRequest,
  cluster: ClusterState,
  answers: AuthorizationAnswers,
): Mutated {
  // The server does not run mutating policies on deletions.
  if (policies.length === 0 || request.operation === 'DELETE') {
    return { object: request.object, decisions: [], denial: undefined, unknown: undefined };
  }
  const dispatch = new Dispatch(request, cluster, new Authorizer(request, answers));
  dispatch.run(policies, false);
  if (dispatch.wantsReinvocation) dispatch.run(policies, true);
  return dispatch.result();
}

class Dispatch {
  readonly #cluster: ClusterState;
  readonly #authorizer: Authorizer;
  #request: AdmissionRequest;
  readonly #decisions: PolicyDecision[] = [];
  #denial: Denial | undefined;
  #unknown: string | undefined;
  /** The invocations that are repeated if the object changes, and the repeated ones, by their keys. */
  #invoked = new Set<string>();
  readonly #repeated = new Set<string>();
  #hasChanged = false;
  /** The objects by the kinds that the policies of a run match. */
  #versions = new Map<string, VersionedObject>();
  /** The version in which the last mutation of a run was tried. */
  #last: VersionedObject | undefined;

  constructor(request: AdmissionRequest, cluster: ClusterState, authorizer: Authorizer) {
    this.#request = request;
    this.#cluster = cluster;
    this.#authorizer = authorizer;
  }

  get wantsReinvocation(): boolean {
    return this.#hasChanged && this.#denial === undefined && this.#unknown === undefined;
  }

  run(policies: readonly BoundMutatingPolicy[], isRepeated: boolean): void {
    const errors: PolicyError[] = [];
    this.#versions = new Map();
    this.#last = undefined;
    const invocations = policies.flatMap((bound) => this.#invocationsOf(bound, errors));
    for (const invocation of invocations) {
      const invoked = this.#invoke(invocation, isRepeated);
      errors.push(...invoked.errors);
      if (!isRepeated) this.#decide(invocation, invoked);
      if (this.#denial !== undefined || this.#unknown !== undefined) return;
    }
    this.#takeOver();
    const ignoring = policies.filter(({ policy }) => policy.spec?.failurePolicy === 'Ignore');
    const ignored = new Set(ignoring.map(({ policy }) => nameOf(policy)));
    const first = errors.find(({ policy }) => !ignored.has(policy));
    if (first !== undefined) this.#deny(first);
  }

  #invocationsOf(bound: BoundMutatingPolicy, errors: PolicyError[]): readonly Invocation[] {
    const { policy, bindings } = bound;
    const { matchConstraints = {}, paramKind } = policy.spec ?? {};
    const matched = matchRequest(matchConstraints, this.#request, this.#cluster);
    if (matched === undefined) return [];
    const refuse = (binding: MutatingAdmissionPolicyBinding | undefined, problem: string) => {
      const message = `failed to configure ${binding === undefined ? 'policy' : 'binding'}: ${problem}`;
      const names = { policy: nameOf(policy), binding: binding && nameOf(binding) };
      const error = { ...names, message, reason: 'Forbidden' };
      errors.push(error);
      if (!this.#hasChanged) this.#refuse(bound, binding, error);
      return [];
    };
    const problem = paramKindError(paramKind, this.#cluster);
    if (problem !== undefined) return refuse(undefined, problem);
    return bindings.flatMap((binding) => {
      const { matchResources, paramRef } = binding.spec ?? {};
      if (matchResources && !matchRequest(matchResources, this.#request, this.#cluster)) return [];
      const { namespace } = this.#request;
      const collected = collectParams(paramKind, paramRef, namespace, this.#cluster);
      if (!collected.ok) return refuse(binding, collected.error);
      return collected.params.map((param) => ({ bound, binding, param, matched }));
    });
  }

  /** Applies a policy to the object. */
  #invoke(invocation: Invocation, isRepeated: boolean): Invoked {
    const { bound, binding, matched } = invocation;
    const policy = compiledMutating(bound, this.#cluster);
    const fail = (message: string): PolicyError => ({
      policy: nameOf(bound.policy),
      binding: nameOf(binding),
      message,
      reason: 'Invalid',
    });
    const version = this.#versionOf(matched);
    const input = version && this.#inputOf(invocation, version);
    if (version === undefined || input === undefined) {
      this.#unknown ??= `the object cannot be converted to version ${matched.kind.version}`;
      return NOTHING_DONE;
    }
    const matches = policy.match(input);
    if (matches.outcome === 'error') return { ...NOTHING_DONE, errors: [fail(matches.message)] };
    if (matches.outcome === 'unknown') this.#unknown ??= matches.reason;
    if (matches.outcome !== 'matches') return NOTHING_DONE;
    const key = keyOf(invocation);
    if (isRepeated && !this.#repeated.has(key)) return NOTHING_DONE;
    const before = version.object;
    const errors = this.#mutate(policy, invocation, version, fail);
    const hasChanged = !isSame(before, version.object);
    if (hasChanged) this.#requireRepetition();
    if (bound.policy.spec?.reinvocationPolicy === 'IfNeeded') this.#invoked.add(key);
    return { errors, hasChanged };
  }

  /** All previous policies are repeated if their reinvocation policy requires it. */
  #requireRepetition(): void {
    for (const one of this.#invoked) this.#repeated.add(one);
    this.#invoked = new Set();
    this.#hasChanged = true;
  }

  /** The object in the version that a policy matches; undefined if it cannot be converted. */
  #versionOf(matched: MatchedResource): VersionedObject | undefined {
    const key = `${matched.kind.group}/${matched.kind.version} ${matched.kind.kind}`;
    const known = this.#versions.get(key);
    if (known !== undefined) return known;
    const input = versionedInput(this.#request, matched, this.#cluster, this.#authorizer);
    if (input === undefined) return undefined;
    const version = { kind: matched.kind, object: input.object, isWritten: false };
    this.#versions.set(key, version);
    return version;
  }

  #inputOf({ matched, param }: Invocation, { object }: VersionedObject) {
    const input = versionedInput(this.#request, matched, this.#cluster, this.#authorizer);
    return input && { ...input, object, params: param };
  }

  #mutate(
    policy: MutatingPolicy,
    invocation: Invocation,
    version: VersionedObject,
    fail: (message: string) => PolicyError,
  ): readonly PolicyError[] {
    const errors: PolicyError[] = [];
    const type = this.#cluster.mergeTypeOf(version.kind);
    for (const mutation of policy.mutations) {
      this.#last = version;
      const input = this.#inputOf(invocation, version);
      if (input?.object === undefined) continue;
      const result = policy.mutate(mutation, input, type);
      if (result.outcome === 'error') errors.push(fail(result.message));
      else if (result.outcome === 'unknown') this.#unknown ??= result.reason;
      else {
        const problem = this.#store(result.result, version, mutation.kind, type?.isTyped === true);
        if (problem !== undefined) errors.push(fail(problem));
      }
      if (this.#denial !== undefined || this.#unknown !== undefined) break;
    }
    return errors;
  }

  /**
   * Writes the result of a mutation to an object, with the server's defaults. The object counts as written even if
   * nothing has changed.
   *
   * @param by the kind of the mutation
   * @param isTyped true if the kind of the object is built-in
   * @returns the reason why the object cannot be written, if there is one
   */
  #store(
    changed: Value,
    version: VersionedObject,
    by: CompiledMutation['kind'],
    isTyped: boolean,
  ): string | undefined {
    const completed = this.#cluster.complete(changed, version.kind, this.#request.kind);
    if (!completed.ok && isTyped && by === 'apply-configuration') {
      const { group, version: own, kind } = version.kind;
      return `unable to convert unstructured object to ${group}/${own}, Kind=${kind}: ${completed.error}`;
    }
    if (!completed.ok) {
      const message = `Internal error occurred: ${completed.error}`;
      this.#denial = { policy: '', message, reason: 'InternalError', code: 500 };
      return undefined;
    }
    const { kind, version: from } = version.kind;
    const { group, version: to } = this.#request.kind;
    // The server converts to the version of the request, and knows no way that does not lead over its own types.
    if (isTyped && group !== version.kind.group) {
      const target = apiVersionOf({ group, version: to });
      return `${from}.${kind} is not suitable for converting to "${target}" in scheme "${SCHEME}"`;
    }
    if (isTyped && from !== to) {
      return `converting (${from}.${kind}) to (${to}.${kind}): unknown conversion`;
    }
    version.isWritten = true;
    version.object = completed.object;
    return undefined;
  }

  /**
   * At the end of a run, the version that was mutated last becomes the object of the request, after the server has
   * converted it to its internal type; changes of others are lost.
   */
  #takeOver(): void {
    const last = this.#last;
    if (last?.object === undefined || !last.isWritten) return;
    this.#requireRepetition();
    const { kind, object: replaced } = this.#request;
    const object = this.#cluster.convert(last.object, kind, replaced);
    if (object === undefined) this.#unknown ??= 'the changed object cannot be converted back';
    else this.#request = { ...this.#request, object };
  }

  #decide(invocation: Invocation, { errors, hasChanged }: Invoked): void {
    const [first] = errors;
    const isEnforced = invocation.bound.policy.spec?.failurePolicy !== 'Ignore';
    // A mutation that fails does not undo or stop the others of its policy.
    const action =
      this.#unknown !== undefined
        ? 'unknown'
        : this.#denial !== undefined || (first !== undefined && isEnforced)
          ? 'deny'
          : hasChanged
            ? 'mutated'
            : 'unchanged';
    const message =
      this.#unknown ?? this.#denial?.message ?? (first && isEnforced ? errorText(first) : '');
    const decided = { action, isError: first !== undefined, message } as const;
    this.#decisions.push(decisionAbout(invocation, decided));
  }

  /** Records that a policy or binding cannot be used. The failure policy decides the effect. */
  #refuse(
    bound: BoundMutatingPolicy,
    binding: MutatingAdmissionPolicyBinding | undefined,
    error: PolicyError,
  ): void {
    const isEnforced = bound.policy.spec?.failurePolicy !== 'Ignore';
    const action = isEnforced ? 'deny' : 'unchanged';
    const message = isEnforced ? errorText(error) : '';
    const decided = { action, isError: true, message } as const;
    this.#decisions.push(decisionAbout({ bound, binding }, decided));
  }

  #deny(error: PolicyError): void {
    const { policy, reason } = error;
    this.#denial = { policy, message: errorText(error), reason, code: 403 };
  }

  result(): Mutated {
    return {
      object: this.#request.object,
      decisions: this.#decisions,
      denial: this.#denial,
      unknown: this.#denial === undefined ? this.#unknown : undefined,
    };
  }
}

/** Source: `PolicyError` in `pkg/admission/plugin/policy/generic/policy_dispatcher.go` of the API server. */
function errorText({ policy, binding, message }: PolicyError): string {
  return binding === undefined
    ? `policy "${policy}" denied request: ${message}`
    : `policy '${policy}' with binding '${binding}' denied request: ${message}`;
}

function keyOf({ bound, binding, param }: Invocation): string {
  return JSON.stringify([nameOf(bound.policy), nameOf(binding), param && paramName(param)]);
}

function isSame(a: Mapping | undefined, b: Mapping | undefined): boolean {
  if (a === b) return true;
  return a !== undefined && b !== undefined && jsonText(a, 'by key') === jsonText(b, 'by key');
}
