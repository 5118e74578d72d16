import type { Expr } from './ast.ts';

/** `a` of `a.b.c`; undefined where the expression is no such name. */
export function rootName(expr: Expr): string | undefined {
  let root = expr;
  while (root.kind === 'select' && !root.testOnly) root = root.operand;
  return root.kind === 'ident' ? root.name : undefined;
}

/** `a.b.c` as a text, of an expression that has a {@link rootName}. */
export function writeName(expr: Expr): string {
  if (expr.kind === 'select') return `${writeName(expr.operand)}.${expr.field}`;
  return expr.kind === 'ident' ? expr.name : '';
}
