import { isValidResource } from '../../../src/analysis/cel/symbolic/valid-resources.ts';
import {
  type CompiledValidationRule,
  fixPresent,
  hasOptionalOldSelf,
  pathOf,
  ruleVariables,
  type ValidationRuleSet,
} from '../../../src/analysis/cel/symbolic/validation-rule-sets.ts';
import { guardsOf } from '../../../src/cel/symbolic/guards.ts';
import type { SymbolicPath } from '../../../src/cel/symbolic/path.ts';
import { PresenceAnalysis } from '../../../src/cel/symbolic/presence-analysis.ts';
import { type FoundFailure, findFailures, type Query } from '../../../src/cel/symbolic/search.ts';
import { truthOf } from '../../../src/cel/symbolic/truth.ts';
import { UNKNOWN } from '../../../src/cel/symbolic/values.ts';
import type { SchemaNode } from '../../../src/server/crd/schema-node.ts';

/** An expression of a validation rule. */
type RuleExpression = 'rule' | 'messageExpression';

/** The selections that fail in an expression of a validation rule, for some valid custom resource. */
export function failuresOf(
  set: ValidationRuleSet,
  rule: CompiledValidationRule,
  expression: RuleExpression,
): readonly FoundFailure[] {
  if (!mayFail(set, rule, expression)) return [];
  return findFailures(queryOf(set, rule, expression), set.budget);
}

/** Reports whether the expression must be executed symbolically. Most expressions test before they select. */
function mayFail(
  set: ValidationRuleSet,
  rule: CompiledValidationRule,
  expression: RuleExpression,
): boolean {
  const self = pathOf(rule.node, set.resource);
  const old = rule.usesOldSelf ? pathOf(rule.node, set.oldResource) : undefined;
  const present = new Set([...withParents(self), ...withParents(old)]);
  const inputs = {
    variables: ruleVariables(self, old, hasOptionalOldSelf(rule)),
    isNull: (path: SymbolicPath) => (present.has(path) ? false : undefined),
    budget: set.budget,
  };
  if (expression === 'rule') return new PresenceAnalysis(inputs).mayFail(rule.checked);
  const { message } = rule.entry;
  if (message?.compiled.ok !== true) return false;
  // The rule and its message then have different values of oldSelf.
  if (hasOptionalOldSelf(rule)) return true;
  const guards = guardsOf(rule.checked.ast.expr, false, rule.checked);
  const analysis = new PresenceAnalysis(inputs, guards);
  analysis.addPreceding(rule.checked);
  return analysis.mayFail(message.compiled.checked);
}

/** A path and the paths of all values around it. */
export function withParents(path: SymbolicPath | undefined): readonly SymbolicPath[] {
  const found: SymbolicPath[] = [];
  for (let one = path; one !== undefined; one = one.parent) found.push(one);
  return found;
}

/**
 * The evaluation of a rule, or of its message after the rule was false. If the rule uses `oldSelf`, the custom resource
 * is updated; otherwise it is created.
 */
function queryOf(
  set: ValidationRuleSet,
  rule: CompiledValidationRule,
  expression: RuleExpression,
): Query {
  const hasOld = rule.usesOldSelf;
  const { message } = rule.entry;
  const self = pathOf(rule.node, set.resource);
  const old = hasOld ? pathOf(rule.node, set.oldResource) : undefined;
  const variables = ruleVariables(self, old, hasOptionalOldSelf(rule));
  return {
    evaluate: (input, evaluator) => {
      fixPresent(self, input);
      if (old !== undefined) fixPresent(old, input);
      const value = evaluator.evaluate(rule.checked, variables);
      if (expression === 'rule') return value;
      if (truthOf(value, input) !== false || message?.compiled.ok !== true) return UNKNOWN;
      // In a message, oldSelf is never an optional value.
      return evaluator.evaluate(message.compiled.checked, ruleVariables(self, old, false));
    },
    isValid: (input, evaluator) => isValidResource(set, { input, evaluator, hasOld }, rule),
  };
}

/** An absent value as an expression at a schema writes it: `self.ports[].name`. */
export function missingName(
  missing: SymbolicPath,
  set: ValidationRuleSet,
  node: SchemaNode,
): string {
  const isOld = rootOf(missing) === set.oldResource;
  const self = pathOf(node, isOld ? set.oldResource : set.resource);
  const rest = missing.notation
    .slice(self.notation.length)
    .replaceAll(/\[(\d+|[^[\]]*@key\d+)\]/g, '[]');
  return `${isOld ? 'oldSelf' : 'self'}${rest}`;
}

function rootOf(path: SymbolicPath): SymbolicPath {
  let root = path;
  while (root.parent !== undefined) root = root.parent;
  return root;
}
