import type { Expr } from '../ast.ts';

/** Whether two parts of an expression are written alike, so that both give the same. */
export function areAlike(a: Expr, b: Expr): boolean {
  switch (a.kind) {
    case 'const':
      return b.kind === 'const' && a.value.type === b.value.type && isSameText(a, b);
    case 'ident':
      return b.kind === 'ident' && a.name === b.name;
    case 'select':
      return (
        b.kind === 'select' &&
        a.field === b.field &&
        a.testOnly === b.testOnly &&
        areAlike(a.operand, b.operand)
      );
    case 'call':
      return (
        b.kind === 'call' &&
        a.function === b.function &&
        (a.target === undefined) === (b.target === undefined) &&
        (a.target === undefined || b.target === undefined || areAlike(a.target, b.target)) &&
        areAllAlike(a.args, b.args)
      );
    default:
      // Literals and macros on both sides of a comparison are as good as never written alike.
      return false;
  }
}

function isSameText(a: Extract<Expr, { kind: 'const' }>, b: typeof a): boolean {
  const [first, second] = [a.value, b.value];
  return (
    ('value' in first ? String(first.value) : '') ===
    ('value' in second ? String(second.value) : '')
  );
}

function areAllAlike(a: readonly Expr[], b: readonly Expr[]): boolean {
  return (
    a.length === b.length &&
    a.every((one, index) => {
      const other = b[index];
      return other !== undefined && areAlike(one, other);
    })
  );
}
