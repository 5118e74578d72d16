import { type Compiled, compile } from '../../server/expressions/compile.ts';
import { expressionCost } from '../../server/expressions/cost/validation-rule-cost.ts';
import type { Expressions } from '../../server/expressions/libraries/versioned-libraries.ts';
import { deviceSize } from '../../server/expressions/types/device-types.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';

/** The most bytes of an expression that selects devices. A longer one is not compiled. */
export const LONGEST_EXPRESSION = 10 * 1024;

/** The highest cost of an expression that selects devices. */
export const MOST_COST = 1_000_000n;

/** The result of compiling an expression that selects devices. */
interface CompiledSelector {
  readonly compiled: Compiled;
  /** The highest cost of an evaluation. Undefined for an expression that does not compile. */
  readonly cost: bigint | undefined;
}

/** Compiles an expression that selects devices. */
export function compileSelector(
  text: string,
  minor: Minor,
  expressions: Expressions = 'new',
): CompiledSelector {
  const compiled = compile(text, { environment: 'device', minor, expressions });
  const cost = compiled.ok ? expressionCost(compiled.checked, minor, deviceSize).cost : undefined;
  return { compiled, cost };
}
