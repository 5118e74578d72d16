import type { Mapping } from '../kubernetes/value.ts';
import type { PolicyDecision } from './decision.ts';
import { paramName } from './params.ts';
import { type BoundPolicy, nameOf } from './policy.ts';

/** The result of a decision. A property that is absent is undefined or empty in the decision. */
type Decided = Pick<PolicyDecision, 'action' | 'isError' | 'message'> & Partial<PolicyDecision>;

/**
 * A decision of a policy about a request.
 *
 * @param binding undefined if the policy itself decides
 * @param param undefined if the binding has none, or is not evaluated
 */
export function decisionAbout(
  { kind, policy }: BoundPolicy,
  binding: BoundPolicy['bindings'][number] | undefined,
  param: Mapping | undefined,
  decided: Decided,
): PolicyDecision {
  return {
    policyKind: kind,
    policy: nameOf(policy),
    binding: binding && nameOf(binding),
    param: param && paramName(param),
    expressionIndex: undefined,
    reason: '',
    validationActions: [],
    field: undefined,
    ...decided,
  };
}
