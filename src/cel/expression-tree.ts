import { onceForEach } from '../base/once-for-each.ts';
import type { Call, Expr } from './ast.ts';
import type { CheckedAst } from './check/checked-ast.ts';

/**
 * The direct subexpressions of a checked expression. The names that are part of a qualified name (`a.b` of the
 * variable `a.b`, `math` of `math.greatest`) are not subexpressions.
 */
export function childrenOf(
  expr: Expr,
  { references }: Pick<CheckedAst, 'references'>,
): readonly Expr[] {
  const reference = references.get(expr.id);
  switch (expr.kind) {
    case 'const':
    case 'ident':
      return [];
    case 'select':
      return reference?.kind === 'variable' ? [] : [expr.operand];
    case 'call':
      return operandsOf(expr, { references });
    case 'list':
      return expr.elements;
    case 'map':
      return expr.entries.flatMap(({ key, value }) => [key, value]);
    case 'struct':
      return expr.fields.map(({ value }) => value);
    case 'comprehension':
      return [expr.iterRange, expr.accuInit, expr.loopCondition, expr.loopStep, expr.result];
  }
}

/** The target and the arguments of a call. The target of a namespaced function is a part of its name. */
export function operandsOf(
  { id, target, args }: Call,
  { references }: Pick<CheckedAst, 'references'>,
): readonly Expr[] {
  const reference = references.get(id);
  const isNamespaced = reference?.kind === 'function' && reference.isNamespaced;
  return target === undefined || isNamespaced ? args : [target, ...args];
}

/** The direct subexpressions of an expression that need not be checked: every operand counts. */
export function childrenAsParsed(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'select':
      return [expr.operand];
    case 'call':
      return expr.target === undefined ? expr.args : [expr.target, ...expr.args];
    default:
      return childrenOf(expr, UNCHECKED);
  }
}

const UNCHECKED = { references: new Map() };

/** An expression and all its subexpressions, as parsed; an expression comes before its parts. */
export function subexpressions(root: Expr): readonly Expr[] {
  const found: Expr[] = [];
  const pending = [root];
  for (let expr = pending.pop(); expr !== undefined; expr = pending.pop()) {
    found.push(expr);
    pending.push(...childrenAsParsed(expr));
  }
  return found;
}

/** All calls in a checked expression; a call comes before those in its arguments. */
export const callsIn = onceForEach((checked: CheckedAst): readonly Call[] => {
  const calls: Call[] = [];
  const visit = (expr: Expr): void => {
    if (expr.kind === 'call') calls.push(expr);
    for (const child of childrenOf(expr, checked)) visit(child);
  };
  visit(checked.ast.expr);
  return calls;
});

/** The name of the called function, with its namespace: `math.greatest`. */
export function functionOf(expr: Call, { references }: CheckedAst): string {
  const reference = references.get(expr.id);
  return reference?.kind === 'function' ? reference.name : expr.function;
}

/** Reports whether an expression is an empty list literal. */
export function isEmptyList(expr: Expr): boolean {
  return expr.kind === 'list' && expr.elements.length === 0;
}
