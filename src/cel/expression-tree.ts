import type { Call, Expr } from './ast.ts';
import type { CheckedAst } from './check/checked-ast.ts';

/**
 * The parts of an expression that count after the check: no namespaces of functions, no parts of
 * qualified names.
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
    case 'call': {
      const isNamespaced = reference?.kind === 'function' && reference.isNamespaced;
      return expr.target === undefined || isNamespaced ? expr.args : [expr.target, ...expr.args];
    }
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

/** All parts of an expression, whatever they turn out to mean. */
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

const known = new WeakMap<CheckedAst, readonly Call[]>();

/** All calls in an expression, outer ones first. */
export function callsIn(checked: CheckedAst): readonly Call[] {
  const found = known.get(checked);
  if (found !== undefined) return found;
  const calls: Call[] = [];
  const visit = (expr: Expr): void => {
    if (expr.kind === 'call') calls.push(expr);
    for (const child of childrenOf(expr, checked)) visit(child);
  };
  visit(checked.ast.expr);
  known.set(checked, calls);
  return calls;
}

/** The full name of the function that a call is of. */
export function functionOf(expr: Call, { references }: CheckedAst): string {
  const reference = references.get(expr.id);
  return reference?.kind === 'function' ? reference.name : expr.function;
}
