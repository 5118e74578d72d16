import type { Expr } from '../../cel/ast.ts';
import type { CheckedAst } from '../../cel/check/checked-ast.ts';
import { childrenOf } from '../../cel/expression-tree.ts';

/** An expression's reading of a variable of its policy. */
export interface VariableRead {
  readonly name: string;
  readonly expr: Expr;
  /** True if the expression only tests whether the variable is present. */
  readonly isTest: boolean;
}

/** The variables of the policy that an expression reads, each time that it does. */
export function variableReads(checked: CheckedAst): readonly VariableRead[] {
  const reads: VariableRead[] = [];
  const visit = (expr: Expr): void => {
    if (expr.kind === 'select' && isVariables(expr.operand)) {
      reads.push({ name: expr.field, expr, isTest: expr.testOnly });
    } else if (expr.kind === 'call' && expr.function === '_?._') {
      const [operand, field] = expr.args;
      if (isVariables(operand) && field?.kind === 'const' && field.value.type === 'string') {
        reads.push({ name: field.value.value, expr, isTest: false });
      }
    }
    for (const child of childrenOf(expr, checked)) visit(child);
  };
  visit(checked.ast.expr);
  return reads;
}

function isVariables(expr: Expr | undefined): boolean {
  return expr?.kind === 'ident' && expr.name === 'variables';
}
