import { isValidResource } from '../../../src/analysis/cel/symbolic/valid-resources.ts';
import {
  type CompiledValidationRule,
  fixPresent,
  pathOf,
  type ValidationRuleSet,
} from '../../../src/analysis/cel/symbolic/validation-rule-sets.ts';
import { hasValidInput, type Query } from '../../../src/cel/symbolic/search.ts';
import { UNKNOWN } from '../../../src/cel/symbolic/values.ts';

/**
 * Whether an update can remove the property that a validation rule belongs to: it is optional, and no other validation
 * rule refuses the update.
 *
 * @returns the name of the property in expressions; undefined if it cannot be removed
 */
export function removableProperty(
  set: ValidationRuleSet,
  rule: CompiledValidationRule,
): string | undefined {
  const self = pathOf(rule.node, set.resource);
  const old = pathOf(rule.node, set.oldResource);
  if (self.parent === undefined || self.presence !== 'optional') return undefined;
  const { parent } = self;
  const removal: Query = {
    evaluate: (input) => {
      fixPresent(parent, input);
      fixPresent(old, input);
      input.setPresent(self, false);
      return UNKNOWN;
    },
    isValid: (input, evaluator) => isValidResource(set, { input, evaluator, hasOld: true }, rule),
  };
  return hasValidInput(removal, set.budget) ? self.key : undefined;
}
