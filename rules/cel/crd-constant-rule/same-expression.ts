import type { Expr } from '../../../src/cel/ast.ts';

/**
 * Reports whether two expressions are written in the same way, so that they have the same value. List literals, map
 * literals and macros are assumed to differ: nobody compares them to themselves in practice.
 */
export function isSameExpression(a: Expr, b: Expr): boolean {
  switch (a.kind) {
    case 'const':
      return b.kind === 'const' && a.value.type === b.value.type && isSameConstant(a, b);
    case 'ident':
      return b.kind === 'ident' && a.name === b.name;
    case 'select':
      return (
        b.kind === 'select' &&
        a.field === b.field &&
        a.testOnly === b.testOnly &&
        isSameExpression(a.operand, b.operand)
      );
    case 'call':
      return (
        b.kind === 'call' &&
        a.function === b.function &&
        (a.target === undefined) === (b.target === undefined) &&
        (a.target === undefined ||
          b.target === undefined ||
          isSameExpression(a.target, b.target)) &&
        areSameExpressions(a.args, b.args)
      );
    default:
      return false;
  }
}

function isSameConstant(a: Extract<Expr, { kind: 'const' }>, b: typeof a): boolean {
  const [first, second] = [a.value, b.value];
  return (
    ('value' in first ? String(first.value) : '') ===
    ('value' in second ? String(second.value) : '')
  );
}

function areSameExpressions(a: readonly Expr[], b: readonly Expr[]): boolean {
  return (
    a.length === b.length &&
    a.every((item, index) => {
      const other = b[index];
      return other !== undefined && isSameExpression(item, other);
    })
  );
}
