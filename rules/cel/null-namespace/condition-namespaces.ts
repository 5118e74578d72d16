import type { DecidingResource } from '../../../src/analysis/admission/deciders.ts';
import { type CelCompilation, celCompilations } from '../../../src/analysis/cel/compilations.ts';
import { nodeLocation } from '../../../src/analysis/cel/types/expression-locations.ts';
import type { Expr } from '../../../src/cel/ast.ts';
import { childrenOf } from '../../../src/cel/expression-tree.ts';
import type { Location } from '../../../src/rule/location.ts';

const NAMESPACE = 'namespaceObject';

/** Reports whether an expression is a match condition of a policy or a webhook. */
export function isMatchCondition({ expression }: CelCompilation): boolean {
  const { name } = expression.environment;
  return name === 'webhook' || name.endsWith('-condition');
}

/**
 * The first location in each match condition that reads `namespaceObject`. The variable is declared there, but null.
 *
 * Source: `Match` in `pkg/admission/plugin/webhook/matchconditions/matcher.go` of k8s.io/apiserver, which gives the
 * conditions no namespace.
 */
export function namespaceReferences(owner: DecidingResource): readonly Location[] {
  return celCompilations(owner).flatMap((compilation) => {
    const found = isMatchCondition(compilation) ? firstReference(compilation) : undefined;
    return found === undefined ? [] : [nodeLocation(compilation, found)];
  });
}

function firstReference({ compiled }: CelCompilation): Expr | undefined {
  if (!compiled.ok) return undefined;
  const { checked } = compiled;
  let first: Expr | undefined;
  const left = [checked.ast.expr];
  for (let expr = left.pop(); expr !== undefined; expr = left.pop()) {
    const isFound = expr.kind === 'ident' && expr.name === NAMESPACE;
    if (isFound && (first === undefined || expr.offset < first.offset)) first = expr;
    left.push(...childrenOf(expr, checked));
  }
  return first;
}
