import type { Expr } from './ast.ts';

/** The first part of a qualified name: `a` of `a.b.c`. Undefined for any other expression. */
export function rootName(expr: Expr): string | undefined {
  let root = expr;
  while (root.kind === 'select' && !root.testOnly) root = root.operand;
  return root.kind === 'ident' ? root.name : undefined;
}

/** The qualified name that an expression with a {@link rootName} is: `a.b.c`. */
export function writeName(expr: Expr): string {
  if (expr.kind === 'select') return `${writeName(expr.operand)}.${expr.field}`;
  return expr.kind === 'ident' ? expr.name : '';
}
