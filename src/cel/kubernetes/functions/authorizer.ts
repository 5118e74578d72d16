import {
  constantCost,
  type Implementation,
  type Implementations,
} from '../../evaluate/implementations.ts';
import { ErrorValue } from '../../values/value.ts';

/** What an authorizer would say is known only to a cluster. */
export const UNKNOWN_AUTHORIZATION = new ErrorValue(
  'what the authorizer allows is not known without a cluster',
);

/** Whether an evaluation came to nothing because it asks the authorizer. */
export function isUnknownAuthorization(error: string): boolean {
  return error === UNKNOWN_AUTHORIZATION.message;
}

const CHECKS: readonly string[] = ['pathcheck_check', 'resourcecheck_check'];

const OTHERS: readonly string[] = [
  'authorizer_fieldselector',
  'authorizer_group',
  'authorizer_labelselector',
  'authorizer_path',
  'authorizer_serviceaccount',
  'decision_allowed',
  'decision_error',
  'decision_errored',
  'decision_reason',
  'groupcheck_resource',
  'resourcecheck_name',
  'resourcecheck_namespace',
  'resourcecheck_subresource',
];

/**
 * All functions of the authorizer, which answer that nobody knows. Costs are those of the server, but for the
 * selectors, which here cost nothing more.
 *
 * Source: `library/authz.go`, and `CallCost` in `library/cost.go`, in `pkg/cel` of the API server.
 */
export function authorizerImplementations(): Implementations {
  const unknown = (cost: number): Implementation => ({
    call: () => UNKNOWN_AUTHORIZATION,
    cost: constantCost(cost),
    isUnguarded: true,
  });
  const ofChecks = CHECKS.map((id) => [id, unknown(350_000)] as const);
  const ofOthers = OTHERS.map((id) => [id, unknown(1)] as const);
  return Object.fromEntries([...ofChecks, ...ofOthers]);
}
