import type { Resource } from '../../rule/resource.ts';
import { type Compiled, compile } from '../../server/expressions/compile.ts';
import { expressionCost } from '../../server/expressions/cost/validation-rule-cost.ts';
import { deviceSize } from '../../server/expressions/types/device-types.ts';
import { definitionNameOf } from '../../server/kubernetes/definition-name.ts';
import type { Minor } from '../../server/kubernetes/minors.ts';
import { isSameMember } from '../updates/same-value.ts';

/** The most bytes of an expression that selects devices. A longer one is not compiled. */
export const LONGEST_EXPRESSION = 10 * 1024;

/** The highest cost of an expression that selects devices. */
export const MOST_COST = 1_000_000n;

/** The result of compiling an expression that selects devices. */
export interface CompiledSelector {
  readonly compiled: Compiled;
  /** The highest cost of an evaluation. Undefined for an expression that does not compile. */
  readonly cost: bigint | undefined;
}

/** Reports whether an update leaves the selectors of a class as they are, so that their expressions count as stored. */
export function keepsSelectors(
  stored: Pick<Resource<'DeviceClass'>, 'root'>,
  sent: Resource<'DeviceClass'>,
): boolean {
  const [before, after] = [stored, sent].map(({ root }) => root.get('spec').value);
  const definition = definitionNameOf(sent.apiVersion, 'DeviceClassSpec');
  return isSameMember(definition, before, after, 'selectors', sent.minor);
}

/** Compiles an expression that selects devices. */
export function compileSelector(
  text: string,
  minor: Minor,
  expressions: 'new' | 'stored' = 'new',
): CompiledSelector {
  const compiled = compile(text, { environment: 'device', minor, expressions });
  const cost = compiled.ok ? expressionCost(compiled.checked, minor, deviceSize).cost : undefined;
  return { compiled, cost };
}
