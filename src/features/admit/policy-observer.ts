import type { AcceptedPolicyPart } from '../../lint/decide/opened-object.ts';
import type { PolicyWithBindings } from '../../lint/decide/policy-bindings.ts';
import type { PolicyExpression } from '../../server/admission/compiled-policy.ts';
import type { EvaluationObserver } from '../../server/admission/decision.ts';
import { nameOf } from '../../server/admission/policy.ts';
import { expressionsOf } from '../../server/admission/policy-expressions.ts';
import type { Server } from '../../server/kubernetes/server.ts';

/** Sees the policies of runs, and which of their expressions are evaluated. */
export interface PolicyObserver {
  /** Called before the first request of a run. */
  begin(policies: readonly ObservedPolicy[]): EvaluationObserver;
}

/** A policy, and its expressions as they are passed to the observer. */
export interface ObservedPolicy {
  readonly part: AcceptedPolicyPart;
  readonly name: string;
  /** True if the policy has bindings. Without bindings, none of its expressions is evaluated. */
  readonly isBound: boolean;
  readonly expressions: readonly PolicyExpression[];
}

/** Begins a run with an observer, which then sees the evaluations of the cluster. */
export function beginRun(
  observer: PolicyObserver,
  policies: readonly PolicyWithBindings[],
  server: Server,
): EvaluationObserver {
  const observed = policies.map(({ part, bound }) => ({
    part,
    name: nameOf(bound.policy),
    isBound: bound.bindings.length > 0,
    expressions: expressionsOf(bound, server),
  }));
  return observer.begin(observed);
}
