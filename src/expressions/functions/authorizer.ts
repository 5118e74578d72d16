import {
  type CallCost,
  constantCost,
  type Implementation,
  type Implementations,
} from '../../cel/evaluate/implementations.ts';
import { costSize, traversal } from '../../cel/values/size.ts';
import { ErrorValue } from '../../cel/values/value.ts';

/** What an authorizer would say is known only to a cluster. */
const UNKNOWN_AUTHORIZATION = new ErrorValue(
  'what the authorizer allows is not known without a cluster',
);

const CHECKS: readonly string[] = ['pathcheck_check', 'resourcecheck_check'];

const OTHERS: readonly string[] = [
  'authorizer_group',
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

const SELECTORS: readonly string[] = ['authorizer_fieldselector', 'authorizer_labelselector'];

/** What a selector costs to be read: it may have a requirement for every two characters. */
const selectorCost: CallCost = ([, selector = null]) => {
  const size = costSize(selector);
  return 10 + traversal(size) + 50 * Math.ceil(size * 0.5);
};

/**
 * All functions of the authorizer, which answer that nobody knows. Costs are those of the server.
 *
 * Source: `library/authz.go`, and `CallCost` in `library/cost.go`, in `pkg/cel` of the API server.
 */
export function authorizerImplementations(): Implementations {
  const unknown = (cost: CallCost): Implementation => ({
    call: () => UNKNOWN_AUTHORIZATION,
    cost,
    isUnguarded: true,
  });
  const ofChecks = CHECKS.map((id) => [id, unknown(constantCost(350_000))] as const);
  const ofSelectors = SELECTORS.map((id) => [id, unknown(selectorCost)] as const);
  const ofOthers = OTHERS.map((id) => [id, unknown(constantCost(1))] as const);
  return Object.fromEntries([...ofChecks, ...ofSelectors, ...ofOthers]);
}
