import { getOrCompute } from '../../base/get-or-compute.ts';
import { asGoJson } from '../../base/go/json.ts';
import { serverHas } from '../kubernetes/server-changes.ts';
import type { ValidatingAdmissionPolicyBinding } from '../kubernetes/types.generated.ts';
import type { Mapping } from '../kubernetes/value.ts';
import { type AuthorizationAnswers, Authorizer } from './authorizer.ts';
import { compiledOnce } from './compiled-policy.ts';
import { paramKindError } from './configuration-errors.ts';
import { type AuditAnnotation, codeOf, type Denial, type PolicyDecision } from './decision.ts';
import { decisionAbout } from './decision-about.ts';
import { forbiddenMessage } from './forbidden.ts';
import { matchRequest } from './matching.ts';
import { collectParams } from './params.ts';
import { type BoundPolicy, nameOf } from './policy.ts';
import type { AdmissionRequest, ClusterState, MatchedResource } from './request.ts';
import {
  type AnnotationResult,
  ValidatingPolicy,
  type ValidationDecision,
} from './validating-policy.ts';
import { type VersionedInput, versionedInput } from './versioned-input.ts';

/** The decision of the validating policies together about a request. */
interface Validated {
  /** The decisions for each policy, binding, param and validation, in the order of the server. */
  readonly decisions: readonly PolicyDecision[];
  /** The first denial, with which the server responds. Undefined if no policy denies the request. */
  readonly denial: Denial | undefined;
  readonly warnings: readonly string[];
  /** In the order in which the server publishes them; of several with one key, the first stays. */
  readonly annotations: readonly AuditAnnotation[];
  /** The reason why the decision is not known. Undefined if it is known, or if the request is denied anyway. */
  readonly unknown: string | undefined;
}

type BoundValidatingPolicy = BoundPolicy & { readonly kind: 'ValidatingAdmissionPolicy' };

/** A policy that is applied to a request, by one binding and with one param. */
interface Invocation {
  readonly bound: BoundValidatingPolicy;
  readonly binding: ValidatingAdmissionPolicyBinding;
  readonly param: Mapping | undefined;
}

/** A policy that cannot be applied, or with one binding or param only. */
type RefusingPolicy = Pick<Invocation, 'bound'> & Partial<Invocation>;

/** The different values of the audit annotations of a policy, by their keys. */
type Published = Map<string, Set<string>>;

const FAILURES_ANNOTATION = 'validation.policy.admission.k8s.io/validation_failure';
/** The most failures in the annotation. */
const MOST_FAILURES = 50;
const MAX_ANNOTATION_LENGTH = 10 * 1024;

/** Compiles a policy once. */
export const compiledValidating = compiledOnce(ValidatingPolicy);

/**
 * Passes a request through validating policies.
 *
 * Source: `Dispatch` in `pkg/admission/plugin/policy/validating/dispatcher.go` of the API server.
 *
 * @param policies in the order of their names
 */
export function validate(
  policies: readonly BoundValidatingPolicy[],
  request: AdmissionRequest,
  cluster: ClusterState,
  answers: AuthorizationAnswers,
): Validated {
  const dispatch = new Dispatch(request, cluster, new Authorizer(request, answers));
  for (const policy of policies) dispatch.run(policy);
  return dispatch.result();
}

class Dispatch {
  readonly #request: AdmissionRequest;
  readonly #cluster: ClusterState;
  readonly #authorizer: Authorizer;
  readonly #decisions: PolicyDecision[] = [];
  readonly #denials: PolicyDecision[] = [];
  /** The server sends a warning once. */
  readonly #warnings = new Set<string>();
  readonly #annotations: AuditAnnotation[] = [];
  readonly #failures: object[] = [];
  /** The request as policies see it, by the resource that they match. */
  readonly #inputs = new Map<MatchedResource, { readonly input: VersionedInput | undefined }>();
  #unknown: string | undefined;

  constructor(request: AdmissionRequest, cluster: ClusterState, authorizer: Authorizer) {
    this.#request = request;
    this.#cluster = cluster;
    this.#authorizer = authorizer;
  }

  run(bound: BoundValidatingPolicy): void {
    const { policy, bindings } = bound;
    const { matchConstraints = {}, paramKind } = policy.spec ?? {};
    const matched = matchRequest(matchConstraints, this.#request, this.#cluster);
    if (matched === undefined) return;
    const problem = paramKindError(paramKind, this.#cluster);
    if (problem !== undefined) {
      this.#configurationError({ bound }, problem);
      return;
    }
    const published: Published = new Map();
    for (const binding of bindings) this.#bind(bound, binding, matched, published);
    for (const [key, values] of published) {
      this.#annotations.push({ key: `${nameOf(policy)}/${key}`, value: [...values].join(', ') });
    }
  }

  #bind(
    bound: BoundValidatingPolicy,
    binding: ValidatingAdmissionPolicyBinding,
    matched: MatchedResource,
    published: Published,
  ): void {
    const { matchResources, paramRef } = binding.spec ?? {};
    const request = this.#request;
    if (matchResources && !matchRequest(matchResources, request, this.#cluster)) return;
    const { paramKind } = bound.policy.spec ?? {};
    const collected = collectParams(paramKind, paramRef, request.namespace, this.#cluster);
    if (!collected.ok) {
      this.#configurationError({ bound, binding }, collected.error);
      return;
    }
    const input = this.#inputFor(matched);
    if (collected.params.length > 0 && input === undefined) {
      this.#unknown ??= `the object cannot be converted to ${matched.kind.group}/${matched.kind.version}`;
      return;
    }
    if (input === undefined) return;
    for (const param of collected.params) {
      const invocation = { bound, binding, param };
      const result = compiledValidating(bound, this.#cluster).validate({ ...input, params: param });
      for (const [index, decision] of result.decisions.entries()) {
        this.#decide(invocation, decision, index);
      }
      for (const annotation of result.annotations) {
        this.#annotate(invocation, annotation, published);
      }
    }
  }

  /** The input for a matched resource. It is kept, because most policies match a request by the same resource. */
  #inputFor(matched: MatchedResource): VersionedInput | undefined {
    const known = getOrCompute(this.#inputs, matched, () => {
      const input = versionedInput(this.#request, matched, this.#cluster, this.#authorizer);
      return { input };
    });
    return known.input;
  }

  #decide(invocation: Invocation, found: ValidationDecision, index: number): void {
    const { binding } = invocation;
    const { validationActions = [] } = binding.spec ?? {};
    const decision = decisionAbout(invocation, { ...found, validationActions });
    this.#decisions.push(decision);
    if (decision.action === 'unknown' && validationActions.includes('Deny')) {
      this.#unknown ??= decision.message;
    }
    if (decision.action !== 'deny') return;
    for (const action of validationActions) {
      if (action === 'Deny') this.#denials.push(decision);
      else if (action === 'Audit') this.#publishFailure(binding, decision, index);
      else if (action === 'Warn') {
        const names = `'${decision.policy}' with binding '${decision.binding}'`;
        this.#warnings.add(
          `Validation failed for ValidatingAdmissionPolicy ${names}: ${decision.message}`,
        );
      }
    }
  }

  #publishFailure(
    { spec }: ValidatingAdmissionPolicyBinding,
    { message, binding = '' }: PolicyDecision,
    expressionIndex: number,
  ): void {
    const failure = {
      message,
      policy: spec?.policyName ?? '',
      binding,
      expressionIndex,
      validationActions: spec?.validationActions ?? [],
    };
    this.#failures.push(failure);
    if (!serverHas('all-validation-failures', this.#cluster.minor)) {
      this.#annotations.push({
        key: FAILURES_ANNOTATION,
        value: asGoJson(JSON.stringify([failure])),
      });
    }
  }

  #annotate(invocation: Invocation, annotation: AnnotationResult, published: Published): void {
    if (annotation.action === 'publish') {
      const values = getOrCompute(published, annotation.key, () => new Set());
      // The server cuts them in bytes; only ASCII is cut here in the same way.
      values.add(annotation.value.slice(0, MAX_ANNOTATION_LENGTH));
      return;
    }
    const { message, field } = annotation;
    this.#refuse(invocation, { action: 'deny', message, field });
  }

  #configurationError(by: RefusingPolicy, error: string): void {
    if (by.bound.policy.spec?.failurePolicy === 'Ignore') return;
    const message = `failed to configure ${by.binding === undefined ? 'policy' : 'binding'}: ${error}`;
    this.#refuse(by, { action: 'configuration-error', message });
  }

  /** Denies the request because of an error. */
  #refuse(
    by: RefusingPolicy,
    error: Pick<PolicyDecision, 'action' | 'message'> & Partial<PolicyDecision>,
  ): void {
    const validationActions = by.binding?.spec?.validationActions ?? [];
    const decision = decisionAbout(by, { ...error, isError: true, validationActions });
    this.#decisions.push(decision);
    this.#denials.push(decision);
  }

  result(): Validated {
    const [first] = this.#denials;
    const { minor } = this.#cluster;
    if (serverHas('all-validation-failures', minor) && this.#failures.length > 0) {
      const value = asGoJson(JSON.stringify(this.#failures.slice(0, MOST_FAILURES)));
      this.#annotations.push({ key: FAILURES_ANNOTATION, value });
    }
    return {
      decisions: this.#decisions,
      denial: first && this.#denial(first),
      warnings: [...this.#warnings],
      annotations: this.#annotations,
      unknown: first === undefined ? this.#unknown : undefined,
    };
  }

  #denial({ policy, binding, message, reason }: PolicyDecision): Denial {
    const bound = binding === undefined ? '' : ` with binding '${binding}'`;
    const denial = `ValidatingAdmissionPolicy '${policy}'${bound} denied request: ${message}`;
    return {
      policy,
      message: forbiddenMessage(this.#request, denial),
      reason: reason || 'Invalid',
      code: codeOf(reason),
    };
  }
}
