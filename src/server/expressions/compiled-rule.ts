import { isBlank } from '../../base/go/white-space.ts';
import type { Minor } from '../kubernetes/minors.ts';
import type { ValidationRule } from '../kubernetes/types.generated.ts';
import { type CompiledExpression, compileExpression } from './compiled-expression.ts';
import type { SelfTypes } from './types/schema-types.ts';

/** The expressions of a validation rule, compiled as far as the server compiles them. */
export interface CompiledRule {
  readonly condition: CompiledExpression;
  /** Undefined if there is none, or if the condition does not compile. */
  readonly message: CompiledExpression | undefined;
}

/** The context of a validation rule. `stored` expressions can use all that the minor has. */
export interface RuleContext {
  readonly minor: Minor;
  readonly self: SelfTypes;
  readonly expressions: 'new' | 'stored';
  /** The same for the `messageExpression`, if it differs. */
  readonly messageExpressions?: 'new' | 'stored';
}

/** Compiles a rule and then its message, as the server does; undefined if the rule is blank. */
export function compileRule(
  { rule = '', messageExpression = '', optionalOldSelf }: ValidationRule,
  { messageExpressions, ...common }: RuleContext,
): CompiledRule | undefined {
  if (isBlank(rule)) return undefined;
  // The message has the same `oldSelf` as its rule: an optional value with optionalOldSelf.
  const context = { ...common, optionalOldSelf: optionalOldSelf === true };
  const condition = compileExpression(rule, { ...context, environment: 'crd' });
  const message =
    condition.compiled.ok && messageExpression !== ''
      ? compileExpression(messageExpression, {
          ...context,
          expressions: messageExpressions ?? context.expressions,
          environment: 'crd-message',
        })
      : undefined;
  return { condition, message };
}
