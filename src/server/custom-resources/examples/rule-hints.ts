import type { ConstantValue, Expr } from '../../../cel/ast.ts';
import type { CheckedAst } from '../../../cel/check/checked-ast.ts';
import { childrenOf } from '../../../cel/expression-tree.ts';
import { selfPaths } from '../../expressions/self-paths.ts';

/** The constants in the text of a rule that may decide its result. */
export interface RuleHints {
  readonly strings: readonly string[];
  readonly numbers: readonly number[];
  /** The names of all fields that it selects. */
  readonly fields: ReadonlySet<string>;
  /** The paths within `self` that it reads. */
  readonly paths: readonly (readonly string[])[];
}

/** The hints for values that no rule is about. */
export const NO_HINTS: RuleHints = { strings: [], numbers: [], fields: new Set(), paths: [] };

/** The hints of a compiled rule. */
export function hintsOf(checked: CheckedAst): RuleHints {
  const strings = new Set<string>();
  const numbers = new Set<number>();
  const fields = new Set<string>();
  const left: Expr[] = [checked.ast.expr];
  for (let expr = left.pop(); expr !== undefined; expr = left.pop()) {
    if (expr.kind === 'select') fields.add(expr.field);
    if (expr.kind === 'const') addConstant(expr.value, strings, numbers);
    left.push(...childrenOf(expr, checked));
  }
  // In the order of the rule.
  const paths = selfPaths(checked).toReversed();
  return {
    strings: [...strings],
    numbers: [...numbers],
    fields,
    paths: distinct([...paths, ...paths.map((path) => path.slice(0, -1))]),
  };
}

function addConstant(constant: ConstantValue, strings: Set<string>, numbers: Set<number>): void {
  if (constant.type === 'string') strings.add(constant.value);
  else if (constant.type === 'int' || constant.type === 'uint' || constant.type === 'double') {
    numbers.add(Number(constant.value));
  }
}

function distinct(paths: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [...new Map(paths.map((path) => [path.join('\u0000'), path])).values()];
}
