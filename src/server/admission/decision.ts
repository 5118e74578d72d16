import type { Bindings } from '../../cel/evaluate/scope.ts';
import type { PolicyExpression, PolicyVariables } from './compiled-policy.ts';

/** The decision of a policy about a request, by one of its expressions or as a whole. */
export interface PolicyDecision {
  readonly policyKind: 'ValidatingAdmissionPolicy' | 'MutatingAdmissionPolicy';
  readonly policy: string;
  /** Undefined if the policy itself is wrong. */
  readonly binding: string | undefined;
  /** The name of the param, with its namespace. */
  readonly param: string | undefined;
  /** The index of the validation; undefined if the decision is about the policy as a whole. */
  readonly expressionIndex: number | undefined;
  readonly action: DecisionAction;
  /** True if an expression failed, so that the failure policy decides. */
  readonly isError: boolean;
  /** The server's message; empty if there is none. */
  readonly message: string;
  /** The reason of a denial, such as `Forbidden`; empty for the default. */
  readonly reason: string;
  /** The actions of the binding for a denial: `Deny`, `Warn`, `Audit`. It is empty for a mutating policy. */
  readonly validationActions: readonly string[];
  /** The expression that decides, as a field of the policy; undefined if none does. */
  readonly field: string | undefined;
  /** The expression with the values that it was evaluated on; undefined if none decides, or if traces are not kept. */
  readonly trace?: Trace | undefined;
}

/** An expression, and the values of its variables. */
export interface Trace {
  readonly expression: PolicyExpression;
  readonly bindings: Bindings;
  readonly variables: PolicyVariables;
}

export type DecisionAction =
  | 'admit'
  | 'deny'
  /** The match conditions exclude the request. */
  | 'excluded'
  /** The policy or binding cannot be used for the request; the failure policy decides. */
  | 'configuration-error'
  /** The decision depends on a value that is not known. */
  | 'unknown'
  /** A mutating policy has been applied. It may have changed the object or not. */
  | 'mutated'
  | 'unchanged';

/** Reports whether a decision refuses the request, or may refuse it. */
export function isObjection({ action }: Pick<PolicyDecision, 'action'>): boolean {
  return action === 'deny' || action === 'configuration-error' || action === 'unknown';
}

/** An annotation of the audit event of a request. */
export interface AuditAnnotation {
  readonly key: string;
  readonly value: string;
}

/** A denial as the server answers it. */
export interface Denial {
  /** The policy that denies the request. */
  readonly policy: string;
  /** The message of the server, such as `pods "web" is forbidden: ...`. */
  readonly message: string;
  readonly reason: string;
  /** The status code of HTTP. */
  readonly code: number;
}

/**
 * The codes of the reasons that a validation can give.
 *
 * Source: `reasonToCode` in `pkg/admission/plugin/policy/validating/policy_decision.go` of the API server.
 */
export function codeOf(reason: string): number {
  return CODES.get(reason) ?? 422;
}

const CODES: ReadonlyMap<string, number> = new Map([
  ['Unauthorized', 401],
  ['Forbidden', 403],
  ['RequestEntityTooLarge', 413],
]);

/** Observes the evaluations. */
export type EvaluationObserver = (trace: Trace) => void;
