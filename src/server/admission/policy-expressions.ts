import type { PolicyExpression } from './compiled-policy.ts';
import { compiledMutating } from './mutating.ts';
import type { BoundPolicy } from './policy.ts';
import type { ClusterState } from './request.ts';
import { compiledValidating } from './validating.ts';

/** All expressions of a policy, in its order. They are the same objects that requests are evaluated with. */
export function expressionsOf(
  bound: BoundPolicy,
  cluster: Pick<ClusterState, 'minor'>,
): readonly PolicyExpression[] {
  return bound.kind === 'ValidatingAdmissionPolicy'
    ? compiledValidating(bound, cluster).expressions
    : compiledMutating(bound, cluster).expressions;
}
