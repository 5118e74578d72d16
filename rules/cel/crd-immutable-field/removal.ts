import { isValidResource } from '../../../src/analysis/cel/symbolic/valid-resources.ts';
import {
  type CompiledValidationRule,
  fixPresent,
  pathOf,
  type ValidationRuleSet,
} from '../../../src/analysis/cel/symbolic/validation-rule-sets.ts';
import { hasValidInput, type Query } from '../../../src/cel/symbolic/search.ts';
import { UNKNOWN } from '../../../src/cel/symbolic/values.ts';
import type { SchemaNode } from '../../../src/server/crd/schema-node.ts';

/**
 * The property that an update can remove so that a validation rule is not evaluated: the one that the rule belongs to,
 * or the nearest optional one around it.
 *
 * @returns its schema; undefined if there is none, if another validation rule refuses the update, or if the nearest
 *   optional value is an item of a list or map: such items can be replaced anyway
 */
export function removableProperty(
  set: ValidationRuleSet,
  rule: CompiledValidationRule,
): SchemaNode | undefined {
  const node = nearestOptional(rule.node, set);
  if (node === undefined) return undefined;
  const removed = pathOf(node, set.resource);
  const old = pathOf(rule.node, set.oldResource);
  const removal: Query = {
    evaluate: (input) => {
      if (removed.parent !== undefined) fixPresent(removed.parent, input);
      fixPresent(old, input);
      input.setPresent(removed, false);
      return UNKNOWN;
    },
    isValid: (input, evaluator) => isValidResource(set, { input, evaluator, hasOld: true }, rule),
  };
  return hasValidInput(removal, set.budget) ? node : undefined;
}

function nearestOptional(node: SchemaNode, set: ValidationRuleSet): SchemaNode | undefined {
  if (node.parent === undefined || node.keyword !== 'properties') return undefined;
  const isOptional = pathOf(node, set.resource).presence === 'optional';
  return isOptional ? node : nearestOptional(node.parent, set);
}
