import { onceForEach } from '../../base/once-for-each.ts';
import type { CheckedAst } from '../../cel/check/checked-ast.ts';
import { add, multiply } from '../../cel/cost/uint64.ts';
import type { Resource } from '../../rule/resource.ts';
import { type Repetition, repetitionsAround } from '../../server/crd/cardinality.ts';
import type { SchemaNode } from '../../server/crd/schema-node.ts';
import type { CompiledExpression } from '../../server/expressions/compiled-expression.ts';
import {
  maxCountInRequest,
  type ValidationRuleCost,
  validationRuleCost,
} from '../../server/expressions/cost/validation-rule-cost.ts';
import type { SchemaType } from '../../server/expressions/types/schema-types.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import { type CompiledRules, compiledRules } from './rules.ts';
import type { SchemaJudgement } from './schemas.ts';

/** The highest cost of a rule or messageExpression. The limit itself is allowed. */
export const EXPRESSION_LIMIT = 10_000_000n;
/** The highest cost of all expressions of a schema together. */
export const SCHEMA_LIMIT = 100_000_000n;

/** The largest number of expressions that are named if they exceed the limit of a schema together. */
const MOST_CONTRIBUTORS = 4;
/** Expressions with a lower cost are not listed among the most expensive ones. */
export const LEAST_CONTRIBUTION = SCHEMA_LIMIT / 100n;

/** Reports whether a cost is within a limit, but above half of it. */
export function isCostHigh(cost: bigint, limit: bigint): boolean {
  return cost <= limit && cost > limit / 2n;
}

/** The estimated cost of an expression of a rule. */
export interface ExpressionCost {
  readonly rules: CompiledRules;
  /** The index of the rule in the list. */
  readonly index: number;
  readonly name: 'rule' | 'messageExpression';
  readonly text: string;
  readonly perCall: ValidationRuleCost;
  /** The number of evaluations for one object. It is 1 for a messageExpression. */
  readonly cardinality: bigint;
  readonly cost: bigint;
  /** The terms of the estimate, which allow estimates with other limits. */
  readonly terms: CostTerms;
}

/** The values that the cost of an expression depends on. */
interface CostTerms {
  readonly checked: CheckedAst;
  readonly minor: Minor;
  readonly self: SchemaType;
  /** The lists and maps around a rule; empty for a messageExpression. */
  readonly around: readonly Repetition[];
}

/** Limits that replace the limits of the schema. */
export interface Bounds {
  /** The limits of lists and maps around the rule. */
  readonly around: ReadonlyMap<SchemaNode, number>;
  /** The limits of sizes below it, by paths as in {@link ValidationRuleCost.used}. */
  readonly below: ReadonlyMap<string, number>;
}

/** The estimated cost of the rules of one schema. */
export interface SchemaCost {
  readonly judgement: SchemaJudgement;
  readonly expressions: readonly ExpressionCost[];
  readonly total: bigint;
  /** The most expensive ones, where the total is above the limit. */
  readonly contributors: readonly ExpressionCost[];
}

/**
 * Estimates the cost of the rules of a CRD as the server does, once for all rules of kubeadmit that need it.
 *
 * Source: `pkg/apis/apiextensions/validation` of apiextensions-apiserver.
 */
export const schemaCosts = onceForEach(
  (resource: Resource<'CustomResourceDefinition'>): readonly SchemaCost[] => {
    const bySchema = new Map<SchemaJudgement, ExpressionCost[]>();
    for (const rules of compiledRules(resource)) {
      const found = bySchema.get(rules.judgement) ?? [];
      for (const cost of costsAt(rules, resource.minor)) found.push(cost);
      bySchema.set(rules.judgement, found);
    }
    return [...bySchema].map(([judgement, expressions]) => schemaCost(judgement, expressions));
  },
);

function schemaCost(
  judgement: SchemaJudgement,
  expressions: readonly ExpressionCost[],
): SchemaCost {
  const total = expressions.reduce((sum, { cost }) => add(sum, cost), 0n);
  const contributors = total > SCHEMA_LIMIT ? mostExpensive(expressions) : [];
  return { judgement, expressions, total, contributors };
}

/** The expressions that the server would name if all together are too expensive, the most expensive first. */
export function mostExpensive(expressions: readonly ExpressionCost[]): readonly ExpressionCost[] {
  return expressions
    .filter(({ cost }) => cost >= LEAST_CONTRIBUTION)
    .sort((a, b) => (a.cost < b.cost ? 1 : a.cost > b.cost ? -1 : orderOfSchemas(a, b)))
    .slice(0, MOST_CONTRIBUTORS);
}

/** Orders rules as the server does, which validates the rules of a schema after those of the schemas inside of it. */
function orderOfSchemas({ rules: a }: ExpressionCost, { rules: b }: ExpressionCost): number {
  if (isInside(a.node, b.node)) return -1;
  return isInside(b.node, a.node) ? 1 : 0;
}

function isInside(inner: SchemaNode, outer: SchemaNode): boolean {
  let { parent } = inner;
  while (parent !== undefined && parent !== outer) parent = parent.parent;
  return parent === outer;
}

function costsAt(rules: CompiledRules, minor: Minor): readonly ExpressionCost[] {
  const { entries = [], node } = rules;
  if (rules.type.outcome !== 'found') return [];
  const { type: self } = rules.type;
  const around = repetitionsAround(node);
  const estimate = (
    index: number,
    name: ExpressionCost['name'],
    expression?: CompiledExpression,
  ) => {
    if (expression?.compiled.ok !== true) return [];
    const { text, compiled } = expression;
    const { checked } = compiled;
    const terms = { checked, minor, self, around: name === 'rule' ? around : [] };
    const perCall = validationRuleCost(checked, minor, self);
    const times = cardinality(terms);
    const cost = multiply(perCall.cost, times);
    return [{ rules, index, name, text, perCall, cardinality: times, cost, terms }];
  };
  return entries.flatMap(({ condition, message }, index) => [
    ...estimate(index, 'rule', condition),
    ...estimate(index, 'messageExpression', message),
  ]);
}

/** The cost of an expression with other limits. */
export function costWith({ terms }: ExpressionCost, bounds: Bounds): bigint {
  const { checked, minor, self } = terms;
  const { cost } = validationRuleCost(checked, minor, self, bounds.below);
  return multiply(cost, cardinality(terms, bounds.around));
}

/**
 * The largest number of occurrences of a value in an object. If a list or map around it has no limit, it is the number
 * of the smallest items that fit into a request, even if the other lists have limits.
 */
function cardinality(
  { self, around }: CostTerms,
  bounds?: ReadonlyMap<SchemaNode, number>,
): bigint {
  let product = 1n;
  for (const { node, most } of around) {
    const factor = bounds?.get(node) ?? most;
    if (factor === undefined) return maxCountInRequest(self);
    product = multiply(product, BigInt(factor) < 0n ? 0n : BigInt(factor));
  }
  return product;
}
