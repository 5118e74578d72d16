import { DECIDING_KINDS } from '../../analysis/admission/deciders.ts';
import { celCompilations } from '../../analysis/cel/compilations.ts';
import { type TextRange, textRangeOfNode } from '../../analysis/cel/text-ranges.ts';
import { nodeLocation } from '../../analysis/cel/types/expression-locations.ts';
import { compiledRules, ruleLocation } from '../../analysis/crd/rules.ts';
import type { Expr } from '../../cel/ast.ts';
import type { CheckedAst } from '../../cel/check/checked-ast.ts';
import type { Location } from '../../rule/location.ts';
import { isOfKind, type Resource } from '../../rule/resource.ts';
import type { StructuralSchema } from '../../server/crd/structural.ts';
import type { CompiledExpression } from '../../server/expressions/compiled-expression.ts';
import type { Context } from '../../server/expressions/environments.ts';

/** An expression of an object that compiles in one minor. */
export interface ComparedExpression {
  readonly resource: Resource;
  readonly checked: CheckedAst;
  readonly context: Context;
  /** The schema of `self` in a rule of a CRD. */
  readonly schema: StructuralSchema | undefined;
  /** The location of a part of the expression. */
  locate(part: Expr): Location;
}

/** The expressions of a CRD, a policy or a webhook configuration that compile, by their fields. */
export function comparedExpressions(resource: Resource): ReadonlyMap<string, ComparedExpression> {
  if (isOfKind(resource, 'CustomResourceDefinition')) return ofRules(resource);
  const found = new Map<string, ComparedExpression>();
  if (!isOfKind(resource, ...DECIDING_KINDS)) return found;
  for (const compilation of celCompilations(resource)) {
    const { compiled, context, expression } = compilation;
    if (!compiled.ok) continue;
    found.set(expression.field.path, {
      resource,
      checked: compiled.checked,
      context,
      schema: undefined,
      locate: (part) => nodeLocation(compilation, part),
    });
  }
  return found;
}

function ofRules(
  crd: Resource<'CustomResourceDefinition'>,
): ReadonlyMap<string, ComparedExpression> {
  const found = new Map<string, ComparedExpression>();
  for (const rules of compiledRules(crd)) {
    const { schema } = rules.node;
    for (const [index, { condition, message }] of (rules.entries ?? []).entries()) {
      const add = (name: 'rule' | 'messageExpression', one: CompiledExpression | undefined) => {
        if (one?.compiled.ok !== true) return;
        const { text, context, compiled } = one;
        const at = (range?: TextRange) => ruleLocation(crd, rules, { index, name }, range);
        found.set(at().field ?? '', {
          resource: crd,
          checked: compiled.checked,
          context,
          schema,
          locate: (part) => at(textRangeOfNode(part, text)),
        });
      };
      add('rule', condition);
      add('messageExpression', message);
    }
  }
  return found;
}
