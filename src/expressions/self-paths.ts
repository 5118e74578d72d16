import type { Expr } from '../cel/ast.ts';
import type { CheckedAst } from '../cel/check/checked-ast.ts';
import { childrenOf } from '../cel/expression-tree.ts';
import { unescapeProperty } from './escaping.ts';

/**
 * The paths from `self` on that an expression reads, each as far as it goes by fields: `self.a.b.size() > 0` reads
 * `a.b`. An empty path stands for `self` as a whole.
 */
export function selfPaths(checked: CheckedAst): readonly (readonly string[])[] {
  const paths: string[][] = [];
  const left: Expr[] = [checked.ast.expr];
  for (let expr = left.pop(); expr !== undefined; expr = left.pop()) {
    const path = pathOf(expr, checked);
    if (path !== undefined) paths.push(path);
    else left.push(...childrenOf(expr, checked));
  }
  return paths;
}

/** The path that a chain of selections takes from `self`; undefined of what is none. */
function pathOf(expr: Expr, { references }: CheckedAst): string[] | undefined {
  const names: string[] = [];
  let at = expr;
  for (; at.kind === 'select'; at = at.operand) {
    names.push(unescapeProperty(at.field) ?? at.field);
  }
  const reference = references.get(at.id);
  const isSelf = at.kind === 'ident' && reference?.kind === 'variable' && at.name === 'self';
  return isSelf ? names.reverse() : undefined;
}
