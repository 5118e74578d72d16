import { Activation, type ActivationInput, OUT_OF_BUDGET } from './activation.ts';
import type { PolicyExpression } from './compiled-policy.ts';

/**
 * The highest cost of all match conditions of a policy together. Source: `RuntimeCELCostBudgetMatchConditions` in
 * `pkg/apis/cel/config.go` of the API server.
 */
const MATCH_CONDITIONS_BUDGET = 2_500_000;

/** The decision of the match conditions of a policy about a request. */
export type MatchResult =
  | { readonly outcome: 'matches' }
  | { readonly outcome: 'excluded' }
  /** `message` is that of the server. */
  | { readonly outcome: 'error'; readonly message: string }
  | { readonly outcome: 'unknown'; readonly reason: string };

/**
 * Evaluates match conditions. One that is false excludes the request, even if others fail; otherwise the failure policy
 * decides about a failure.
 *
 * Source: `Match` in `pkg/admission/plugin/webhook/matchconditions/matcher.go` of the API server.
 *
 * @param input as for the other expressions; match conditions do not see the namespace, and `request.resource` is that
 *   of the request even if the policy matches an equivalent one
 */
export function evaluateMatchConditions(
  conditions: readonly PolicyExpression[],
  input: ActivationInput,
  ignoresFailures: boolean,
): MatchResult {
  const { request } = input;
  const activation = new Activation({
    ...input,
    namespaceObject: undefined,
    request: { ...request, resource: request.requestResource ?? null },
  });
  let budget = MATCH_CONDITIONS_BUDGET;
  const errors: string[] = [];
  let unknown: string | undefined;
  // A later condition that uses up the budget counts even if an earlier one is false.
  let isExcluded = false;
  for (const condition of conditions) {
    const result = activation.evaluate(condition, budget);
    if (result.outcome === 'out-of-budget') {
      return ignoresFailures
        ? { outcome: 'excluded' }
        : { outcome: 'error', message: OUT_OF_BUDGET };
    }
    budget = result.left;
    if (result.outcome === 'error') errors.push(result.message);
    else if (result.outcome === 'unknown') unknown ??= result.reason;
    else if (result.value === false) isExcluded = true;
  }
  if (isExcluded) return { outcome: 'excluded' };
  if (unknown !== undefined) return { outcome: 'unknown', reason: unknown };
  if (errors.length === 0) return { outcome: 'matches' };
  return ignoresFailures
    ? { outcome: 'excluded' }
    : { outcome: 'error', message: aggregate(errors) };
}

/** The message of several errors. Source: `Aggregate` in `pkg/util/errors/errors.go` of apimachinery. */
function aggregate(messages: readonly string[]): string {
  const [first = '', ...others] = new Set(messages);
  return others.length === 0 ? first : `[${[first, ...others].join(', ')}]`;
}
