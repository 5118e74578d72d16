import type { Expr } from '../../../cel/ast.ts';
import { subexpressions } from '../../../cel/expression-tree.ts';
import type { CelCompilation } from '../compilations.ts';
import type { TypeCheck } from './type-checks.ts';

/**
 * The expressions that need not apply to objects of all matched kinds: all of them if any one reads the kind of the
 * object, otherwise those that test for a field themselves.
 *
 * @param checks the type checks of all expressions with the same match rules
 */
export function guardedExpressions(checks: readonly TypeCheck[]): ReadonlySet<CelCompilation> {
  const anyReadsKind = checks.some(({ checked }) => includes(checked.ast.expr, readsKind));
  return new Set(
    checks
      .filter(({ checked }) => anyReadsKind || includes(checked.ast.expr, testsField))
      .map(({ compilation }) => compilation),
  );
}

function includes(root: Expr, condition: (expr: Expr) => boolean): boolean {
  return subexpressions(root).some(condition);
}

const KIND_FIELDS: ReadonlySet<string> = new Set([
  'apiVersion',
  'kind',
  'requestKind',
  'requestResource',
  'requestSubResource',
  'resource',
  'subResource',
]);

/** Reports whether an expression reads the kind of the object: `object.kind`, `request.resource`. */
function readsKind(expr: Expr): boolean {
  return (
    expr.kind === 'select' &&
    KIND_FIELDS.has(expr.field) &&
    expr.operand.kind === 'ident' &&
    ['object', 'oldObject', 'request'].includes(expr.operand.name)
  );
}

/** Reports whether an expression tests for a field: `has(object.spec)`, `object.?spec`. */
function testsField(expr: Expr): boolean {
  return (
    (expr.kind === 'select' && expr.testOnly) || (expr.kind === 'call' && expr.function === '_?._')
  );
}
