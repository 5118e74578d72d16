import type { Expr } from '../../cel/ast.ts';
import type { CheckedAst } from '../../cel/check/checked-ast.ts';
import { childrenOf } from '../../cel/expression-tree.ts';
import { unescapeProperty } from './escaping.ts';

/**
 * The paths of the fields within `self` that an expression reads, as far as it selects fields: `self.a.b.size() > 0`
 * reads `a.b`. An empty path is `self` as a whole.
 */
export function selfPaths(checked: CheckedAst): readonly (readonly string[])[] {
  const paths: string[][] = [];
  const pending: Expr[] = [checked.ast.expr];
  for (let expr = pending.pop(); expr !== undefined; expr = pending.pop()) {
    const path = pathOf(expr, checked);
    if (path !== undefined) paths.push(path);
    else pending.push(...childrenOf(expr, checked));
  }
  return paths;
}

/** The path of a chain of selections that starts at `self`; undefined for any other expression. */
function pathOf(expr: Expr, { references }: CheckedAst): string[] | undefined {
  const names: string[] = [];
  let current = expr;
  for (; current.kind === 'select'; current = current.operand) {
    names.push(unescapeProperty(current.field) ?? current.field);
  }
  const reference = references.get(current.id);
  const isSelf =
    current.kind === 'ident' && reference?.kind === 'variable' && current.name === 'self';
  return isSelf ? names.reverse() : undefined;
}
