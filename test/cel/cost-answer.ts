import type { StructuralSchema } from '../../src/server/crd/structural.ts';
import { compile } from '../../src/server/expressions/compile.ts';
import {
  maxCountInRequest,
  validationRuleCost,
} from '../../src/server/expressions/cost/validation-rule-cost.ts';
import type { EnvironmentName } from '../../src/server/expressions/environment-table.ts';
import { acceptsKeywords } from '../../src/server/expressions/environments.ts';
import { SchemaTypes, SelfTypes } from '../../src/server/expressions/types/schema-types.ts';
import type { Minor } from '../../src/server/kubernetes/minors.ts';

/** A rule and its schema, in the form in which the oracle is asked. */
export interface CostQuestion {
  /** A rule where absent. */
  readonly env?: EnvironmentName;
  readonly expression: string;
  readonly schema: StructuralSchema;
  readonly root?: boolean;
  readonly optionalOldSelf?: boolean;
  readonly stored?: boolean;
}

/** The cost of one evaluation, and the number of times that it counts below a list without a limit. */
export interface CostAnswer {
  readonly cost: string;
  readonly cardinality: number;
}

/** Undefined if the expression does not compile in a minor. */
export function costAnswer(question: CostQuestion, minor: Minor): CostAnswer | undefined {
  const { env = 'crd', expression, schema, root, optionalOldSelf = false, stored } = question;
  const types = new SchemaTypes(minor);
  const type = root === true ? types.typeOf(schema, true) : types.typeOf(schema);
  if (type === undefined) throw new Error('the schema has no type');
  const expressions = stored === true ? 'stored' : 'new';
  const self = new SelfTypes(type, acceptsKeywords(minor, expressions));
  const context = { environment: env, minor, expressions, self, optionalOldSelf } as const;
  const compiled = compile(expression, context);
  if (!compiled.ok) return undefined;
  const { cost } = validationRuleCost(compiled.checked, minor, type);
  return { cost: String(cost), cardinality: Number(maxCountInRequest(type)) };
}
