import type { EvaluationObserver } from '../admission/activation.ts';
import type { PolicyExpression } from '../admission/compiled-policy.ts';
import { nameOf } from '../admission/policy.ts';
import { expressionsOf } from '../admission/policy-expressions.ts';
import type { Cluster } from './cluster.ts';
import type { AcceptedPolicyPart } from './opened-object.ts';
import { policyPart } from './policy-locations.ts';

/** Sees the policies of runs, and which of their expressions are evaluated. */
export interface PolicyObserver {
  /** Called before the first request of a run. */
  begin(policies: readonly ObservedPolicy[]): EvaluationObserver;
}

/** A policy with bindings, and its expressions as they are passed to the observer. */
export interface ObservedPolicy {
  readonly part: AcceptedPolicyPart;
  readonly name: string;
  readonly expressions: readonly PolicyExpression[];
}

/** Passes what a cluster evaluates to an observer. */
export function observe(
  observer: PolicyObserver,
  cluster: Cluster,
  parts: readonly AcceptedPolicyPart[],
): void {
  cluster.onEvaluation = observer.begin(
    cluster.policies.flatMap((bound) => {
      const name = nameOf(bound.policy);
      const part = policyPart(parts, bound.kind, name);
      return part === undefined ? [] : [{ part, name, expressions: expressionsOf(bound, cluster) }];
    }),
  );
}
