import { COST_OF_DECISION, countCost } from '../../base/run-limits.ts';
import type { Mapping } from '../kubernetes/value.ts';
import type { PolicyDecision } from './decision.ts';
import { paramName } from './params.ts';
import { type BoundPolicy, nameOf } from './policy.ts';

/** A policy, with the binding and the param by which it is applied if the server has got so far. */
interface AppliedPolicy {
  readonly bound: BoundPolicy;
  readonly binding?: BoundPolicy['bindings'][number] | undefined;
  readonly param?: Mapping | undefined;
}

/** The parts of a decision that differ. A part that is absent is undefined or empty in the decision. */
type Decided = Pick<PolicyDecision, 'action' | 'isError' | 'message'> & Partial<PolicyDecision>;

/**
 * A decision about a request by a policy.
 *
 * @throws EvaluationLimitExceeded
 */
export function decisionAbout(
  { bound: { kind, policy }, binding, param }: AppliedPolicy,
  decided: Decided,
): PolicyDecision {
  countCost(COST_OF_DECISION);
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
