import type { Expr, Select } from '../../../cel/ast.ts';
import { subexpressions } from '../../../cel/expression-tree.ts';
import type { CelCompilation } from '../compilations.ts';

/** The selection of a field: `operand.field` or `operand.?field`. */
export interface FieldSelection {
  readonly expr: Expr;
  readonly operand: Expr;
}

/**
 * Finds the selection of a field in an expression.
 *
 * @param offset the offset of the selection in code points
 */
export function findSelection(
  root: Expr,
  field: string,
  offset: number,
): FieldSelection | undefined {
  for (const expr of subexpressions(root)) {
    if (expr.offset !== offset) continue;
    const operand = operandOf(expr, field);
    if (operand !== undefined) return { expr, operand };
  }
  return undefined;
}

function operandOf(expr: Expr, field: string): Expr | undefined {
  if (expr.kind === 'select') return expr.field === field ? expr.operand : undefined;
  if (expr.kind !== 'call' || expr.function !== '_?._') return undefined;
  const [operand, name] = expr.args;
  const isField =
    name?.kind === 'const' && name.value.type === 'string' && name.value.value === field;
  return isField ? operand : undefined;
}

/** The operand that a field or an element is selected from: `a` in `a.b`, `a.?b`, `a[0]` and `a[?0]`. */
export function selectedFrom(expr: Expr): Expr | undefined {
  if (expr.kind === 'select') return expr.operand;
  return expr.kind === 'call' && SELECTING.has(expr.function) ? expr.args[0] : undefined;
}

const SELECTING: ReadonlySet<string> = new Set(['_?._', '_[_]', '_[?_]']);

/** All selections `operand.field` in an expression, in the order of their offsets. */
export function selectionsIn({ compiled }: CelCompilation): readonly Select[] {
  if (!compiled.ok) return [];
  return subexpressions(compiled.checked.ast.expr)
    .filter((expr) => expr.kind === 'select')
    .sort((a, b) => a.offset - b.offset);
}

/**
 * An offset in code points shortly before the name of a selected field. That of the selection is not always usable: in
 * `has(a.b)` it is the offset of the macro.
 */
export function offsetBeforeField({ expr, operand }: FieldSelection): number {
  return expr.kind === 'select' && expr.testOnly ? operand.offset : expr.offset;
}
