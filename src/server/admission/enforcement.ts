import { OUT_OF_BUDGET } from './activation.ts';
import type { PolicyDecision } from './decision.ts';

/** What becomes of a request that a policy does not admit; of several, the most severe. */
export type Enforcement = 'denied' | 'warned' | 'audited';

/**
 * What the server does with a request for which a validation is false or fails, or a policy cannot be used. A policy that
 * cannot be used, and an audit annotation that fails, deny the request whatever the binding says.
 *
 * Source: `Dispatch` in `pkg/admission/plugin/policy/validating/dispatcher.go` of the API server.
 */
export function enforcementOf(decision: PolicyDecision): Enforcement {
  const { action, policyKind, validationActions, field, isError, message } = decision;
  const isFailedAnnotation =
    isError && field?.startsWith('spec.auditAnnotations') === true && message !== OUT_OF_BUDGET;
  if (
    action === 'configuration-error' ||
    policyKind === 'MutatingAdmissionPolicy' ||
    isFailedAnnotation ||
    validationActions.includes('Deny')
  ) {
    return 'denied';
  }
  return validationActions.includes('Warn') ? 'warned' : 'audited';
}
