import type { DecidedRequest, LocatedDecision } from '../../rule/decided-request.ts';
import type { PolicyDecision } from '../../server/admission/decision.ts';
import { type Enforcement, enforcementOf } from '../../server/admission/enforcement.ts';

const MOST_SEVERE_FIRST: readonly Enforcement[] = ['denied', 'warned', 'audited'];

/**
 * The decisions about a request, other than admissions, with this enforcement. If an expression makes several with the
 * same message because of several bindings, only the most severe one is included.
 */
export function decisionsThat(
  enforcement: Enforcement,
  { decisions }: DecidedRequest,
): readonly LocatedDecision[] {
  const moreSevere = MOST_SEVERE_FIRST.slice(0, MOST_SEVERE_FIRST.indexOf(enforcement));
  const known = new Set<string>();
  const found: LocatedDecision[] = [];
  for (const one of decisions) {
    const { decision } = one;
    if (decision.action === 'unknown') continue;
    const own = enforcementOf(decision);
    if (moreSevere.includes(own)) known.add(statementOf(decision));
    else if (own === enforcement) found.push(one);
  }
  return found.filter(({ decision }) => !known.has(statementOf(decision)));
}

/** The identity of a decision, independent of the binding. */
function statementOf({ policyKind, policy, field, message }: PolicyDecision): string {
  return JSON.stringify([policyKind, policy, field, message]);
}

/**
 * The policy of a decision, with its param, and its binding if that has another name:
 * `limit (binding all, param shop/limits)`.
 */
export function policyOf({ policy, binding, param }: PolicyDecision): string {
  const details = [
    ...(binding === undefined || binding === policy ? [] : [`binding ${binding}`]),
    ...(param === undefined ? [] : [`param ${param}`]),
  ];
  return details.length === 0 ? policy : `${policy} (${details.join(', ')})`;
}
