import type { CompiledValidationRule } from '../../../src/analysis/cel/symbolic/validation-rule-sets.ts';
import { schemaPaths } from '../../../src/analysis/crd/schemas.ts';
import type { Expr } from '../../../src/cel/ast.ts';
import type { Fix, FixChoice, StringChange } from '../../../src/result/fix.ts';
import { unsafeFix } from '../../../src/rule/fix.ts';
import type { Resource } from '../../../src/rule/resource.ts';

/**
 * Adds a test whether a field is present before a rule selects it. The rule then accepts a resource without the field,
 * or refuses it.
 *
 * @param selection the selection that fails
 * @param refuses true if the rule refuses such a resource anyway, so that this is the first choice
 * @returns undefined if the field is not a field of `self`, because only the variables of a macro lead to it
 */
export function guardFix(
  { origin }: Resource,
  { rules: { judgement, node }, index, entry, checked }: CompiledValidationRule,
  selection: Expr,
  refuses: boolean,
): Fix | undefined {
  const { rule: text = '' } = entry.rule;
  const place = selectedFromSelf(selection);
  if (place === undefined) return undefined;
  const operator = checked.ast.expr.kind === 'call' ? checked.ast.expr.function : '';
  const paths = schemaPaths(judgement, node).map((path) => [
    ...path,
    'x-kubernetes-validations',
    index,
    'rule',
  ]);
  const choice = (title: string, guard: string, weaker: readonly string[]): FixChoice => {
    const changes = guarded(text, guard, weaker.includes(operator));
    return { title, edits: paths.map((path) => ({ kind: 'replace-within', path, changes })) };
  };
  const accepting = choice(`accept resources without ${place}`, `!has(${place}) || `, ['_?_:_']);
  const refusing = choice(`refuse resources without ${place}`, `has(${place}) && `, [
    '_?_:_',
    '_||_',
  ]);
  return unsafeFix(origin, ...(refuses ? [refusing, accepting] : [accepting, refusing]));
}

/** A condition before an expression, which is put in parentheses if its operator binds less tightly. */
function guarded(text: string, guard: string, isWeaker: boolean): readonly StringChange[] {
  const from = text.length - text.trimStart().length;
  const to = text.trimEnd().length;
  const start = { from, to: from, text: isWeaker ? `${guard}(` : guard };
  return isWeaker ? [start, { from: to, to, text: ')' }] : [start];
}

/** The path of a field below `self`, as an expression has it: `self.spec.replicas`. */
function selectedFromSelf(expr: Expr): string | undefined {
  if (expr.kind === 'ident') return expr.name === 'self' ? expr.name : undefined;
  if (expr.kind !== 'select' || expr.testOnly || !/^\w+$/.test(expr.field)) return undefined;
  const operand = selectedFromSelf(expr.operand);
  return operand === undefined ? undefined : `${operand}.${expr.field}`;
}
