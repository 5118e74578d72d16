import { OUT_OF_BUDGET } from './activation.ts';
import type { PolicyDecision } from './decision.ts';

/** The effect of a policy that does not admit a request. Of several effects, the most severe one counts. */
export type Enforcement = 'denied' | 'warned' | 'audited';

/**
 * The effect on a request for which a validation is false or fails, or a policy cannot be used. A policy that cannot be
 * used, and an audit annotation that fails, deny the request whatever the binding specifies.
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
