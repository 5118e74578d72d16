import type { EvaluationObserver } from '../admission/activation.ts';
import type { PolicyExpression } from '../admission/compiled-policy.ts';
import { type BoundPolicy, nameOf } from '../admission/policy.ts';
import { expressionsOf } from '../admission/policy-expressions.ts';
import { isOfKind } from '../rule/resource.ts';
import type { Cluster } from './cluster.ts';
import type { AcceptedPolicyPart } from './opened-object.ts';
import { policyPart } from './policy-locations.ts';

/** Sees the policies of runs, and which of their expressions are evaluated. */
export interface PolicyObserver {
  /** Called before the first request of a run. */
  begin(policies: readonly ObservedPolicy[]): EvaluationObserver;
}

/** A policy, and its expressions as they are passed to the observer. */
export interface ObservedPolicy {
  readonly part: AcceptedPolicyPart;
  readonly name: string;
  /** Whether it has bindings; without them none of its expressions is evaluated. */
  readonly isBound: boolean;
  readonly expressions: readonly PolicyExpression[];
}

/** Passes what a cluster evaluates to an observer. */
export function observe(
  observer: PolicyObserver,
  cluster: Cluster,
  parts: readonly AcceptedPolicyPart[],
): void {
  const bound = cluster.policies.flatMap((one) => {
    const part = policyPart(parts, one.kind, nameOf(one.policy));
    return part === undefined ? [] : [observed(part, one, cluster)];
  });
  const isBound = new Set(bound.map(({ part }) => part));
  const unbound = parts.flatMap((part) => {
    const policy = isBound.has(part) ? undefined : unboundPolicy(part, parts);
    return policy === undefined ? [] : [observed(part, policy, cluster)];
  });
  cluster.onEvaluation = observer.begin([...bound, ...unbound]);
}

function observed(part: AcceptedPolicyPart, policy: BoundPolicy, cluster: Cluster): ObservedPolicy {
  return {
    part,
    name: nameOf(policy.policy),
    isBound: policy.bindings.length > 0,
    expressions: expressionsOf(policy, cluster),
  };
}

/** A policy without bindings; undefined for a binding, and for a policy that another one of its name replaces. */
function unboundPolicy(
  part: AcceptedPolicyPart,
  parts: readonly AcceptedPolicyPart[],
): BoundPolicy | undefined {
  const { resource } = part;
  const policy = resource.root.value ?? {};
  if (policyPart(parts, resource.kind, nameOf(policy)) !== part) return undefined;
  return isOfKind(resource, 'ValidatingAdmissionPolicy')
    ? { kind: resource.kind, policy: resource.root.value ?? {}, bindings: [] }
    : isOfKind(resource, 'MutatingAdmissionPolicy')
      ? { kind: resource.kind, policy: resource.root.value ?? {}, bindings: [] }
      : undefined;
}
