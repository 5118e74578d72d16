import type { LintOptions } from '../../src/lint/lint.ts';
import type { Rule } from '../../src/rule/rule.ts';

/**
 * The options with which the examples of a rule are linted. Examples about decisions run the policies that they
 * contain.
 */
export function exampleOptions({ on }: Rule): LintOptions {
  return on === 'request' ? { policies: [] } : {};
}
