import type { Location } from '../../rule/location.ts';
import { isOfKind, type Resource } from '../../rule/resource.ts';
import { costAtSize } from '../../server/expressions/cost/validation-rule-cost.ts';
import { PER_CALL_LIMIT } from '../../server/expressions/runtime.ts';
import { DECIDING_KINDS, type DecidingResource } from '../admission/deciders.ts';
import { amountWords, costAdvice, evaluationWords } from '../crd/cost-messages.ts';
import { EXPRESSION_LIMIT, type ExpressionCost, schemaCosts } from '../crd/rule-costs.ts';
import { ruleLocation } from '../crd/rules.ts';
import { celCompilations } from './compilations.ts';

/** The highest cost of an expression of an object. */
export interface CostedExpression {
  readonly text: string;
  readonly location: Location;
  /** The owner of the expression, such as `rule` or `match condition`. */
  readonly owner: string;
  readonly cost: bigint;
  /** The limit of the server for the cost. */
  readonly limit: bigint;
  /** The parts of the cost. Empty for a single evaluation. */
  readonly driver: string;
  /** The advice that reduces the cost. Empty if the cost is low. */
  readonly advice: string;
}

/** Reports whether the cost of the expression at a place is needed. */
type IsWanted = (location: Location) => boolean;

/** The number of elements of ordinary lists, maps and strings in objects that policies are about. */
const ORDINARY_SIZE = 20;
/** The divisor of the limit above which a rule gets advice: a rule that uses more than this fraction of its limit. */
const ADVISED = 10n;

/**
 * The costs of all expressions of an object that compile. For a CRD they are the estimates of the server, for the
 * largest custom resource. The server makes no estimates for policies and webhooks, so their costs are for lists, maps
 * and strings of ordinary size.
 *
 * @param isWanted chooses expressions by their places
 */
export function costedExpressions(
  resource: Resource,
  isWanted: IsWanted = () => true,
): readonly CostedExpression[] {
  if (isOfKind(resource, 'CustomResourceDefinition')) {
    return schemaCosts(resource).flatMap(({ expressions }) =>
      expressions.flatMap((expression) => ofRule(resource, expression, isWanted)),
    );
  }
  return isOfKind(resource, ...DECIDING_KINDS) ? ofAdmission(resource, isWanted) : [];
}

function ofRule(
  resource: Resource<'CustomResourceDefinition'>,
  expression: ExpressionCost,
  isWanted: IsWanted,
): readonly CostedExpression[] {
  const { rules, index, name, text, cost } = expression;
  const location = ruleLocation(resource, rules, { index, name });
  if (!isWanted(location)) return [];
  const isExpensive = cost * ADVISED > EXPRESSION_LIMIT;
  const wish = { most: EXPRESSION_LIMIT / ADVISED, lowers: true };
  return [
    {
      text,
      location,
      owner: name,
      cost,
      limit: EXPRESSION_LIMIT,
      driver: evaluationWords(expression)
        .trim()
        .replace(/^\(|\)$/g, ''),
      advice: isExpensive ? `for 10%: ${costAdvice(resource, [expression], wish).advice}` : '',
    },
  ];
}

function ofAdmission(resource: DecidingResource, isWanted: IsWanted): readonly CostedExpression[] {
  const { minor } = resource;
  const limit = BigInt(PER_CALL_LIMIT);
  return celCompilations(resource).flatMap(({ expression, compiled, text }) => {
    const location = expression.field.location();
    if (!compiled.ok || !isWanted(location)) return [];
    const costAt = (size: number) => costAtSize(compiled.checked, minor, size);
    return [
      {
        text,
        location,
        owner: expression.environment.owner,
        cost: costAt(ORDINARY_SIZE),
        limit,
        driver: `with ${ORDINARY_SIZE} elements in each list, map and string`,
        advice: sizeAdvice(costAt, limit),
      },
    ];
  });
}

/** A cost that is within its limit for lists of this size needs no advice. */
const LARGE_SIZE = 100;

/** The advice about a cost that exceeds its limit for small objects. Empty if it does not. */
function sizeAdvice(costAt: (size: number) => bigint, limit: bigint): string {
  if (costAt(LARGE_SIZE) <= limit) return '';
  if (costAt(0) > limit) return 'simplify it: it exceeds the limit for objects of any size';
  let [fitting, tooLarge] = [0, LARGE_SIZE];
  while (tooLarge - fitting > 1) {
    const middle = Math.trunc((fitting + tooLarge) / 2);
    if (costAt(middle) <= limit) fitting = middle;
    else tooLarge = middle;
  }
  return `reduce nested loops: it exceeds the limit with ${amountWords(BigInt(tooLarge))} elements`;
}
