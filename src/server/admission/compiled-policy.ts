import { getOrCompute } from '../../base/get-or-compute.ts';
import type { Program } from '../../cel/evaluate/index.ts';
import type { Type } from '../../cel/types.ts';
import { type Compiled, compile, variableType } from '../expressions/compile.ts';
import type { AdmissionEnvironmentName } from '../expressions/environment-table.ts';
import type { Context } from '../expressions/environments.ts';
import { programOf } from '../expressions/runtime.ts';
import type { Minor } from '../kubernetes/minors.ts';
import type { MatchCondition, Variable } from '../kubernetes/types.generated.ts';

/** An expression of a policy, compiled as the server compiles it for requests. */
export interface PolicyExpression {
  /** The text in the policy, with white space. */
  readonly text: string;
  /** The path of the expression in the policy: `spec.validations[0].expression`. */
  readonly field: string;
  readonly compiled: Compiled;
  readonly context: Context;
  /** Undefined if it does not compile. */
  readonly program: Program | undefined;
}

export interface PolicyVariable extends PolicyExpression {
  readonly name: string;
}

/** The variables of a policy by their names, in the order of the policy. */
export type PolicyVariables = ReadonlyMap<string, PolicyVariable>;

/** The text of an expression, and the path of its field. */
interface Written {
  readonly text: string;
  readonly field: string;
}

/**
 * Compiles the expressions of one policy: all of them in the environment of stored expressions, with all variables.
 *
 * Source: `compilePolicy` in `pkg/admission/plugin/policy/validating/plugin.go` and `CompositedCompiler` in
 * `pkg/admission/plugin/cel/composition.go` of the API server.
 */
export class PolicyCompiler {
  readonly #minor: Minor;
  readonly #hasParams: boolean;
  readonly #types = new Map<string, Type>();
  readonly #variables = new Map<string, PolicyVariable>();

  constructor(minor: Minor, hasParams: boolean) {
    this.#minor = minor;
    this.#hasParams = hasParams;
  }

  get variables(): PolicyVariables {
    return this.#variables;
  }

  /** Adds the variables of a policy, each of which those after it and the other expressions can use. */
  addVariables(variables: readonly Variable[], environment: AdmissionEnvironmentName): void {
    for (const [index, { name = '', expression: text = '' }] of variables.entries()) {
      const written = { text, field: `spec.variables[${index}].expression` };
      const expression = this.#compile(environment, written, new Map(this.#types));
      const { compiled } = expression;
      this.#types.set(name, variableType(compiled.ok ? compiled.type : undefined));
      this.#variables.set(name, { ...expression, name });
    }
  }

  /** Compiles the match conditions of a policy after all variables have been added. */
  conditions(
    matchConditions: readonly MatchCondition[],
    environment: AdmissionEnvironmentName,
  ): readonly PolicyExpression[] {
    return matchConditions.map(({ expression: text = '' }, index) =>
      this.compile(environment, { text, field: `spec.matchConditions[${index}].expression` }),
    );
  }

  /** Compiles an expression after all variables have been added. */
  compile(environment: AdmissionEnvironmentName, written: Written): PolicyExpression {
    return this.#compile(environment, written, this.#types);
  }

  #compile(
    environment: AdmissionEnvironmentName,
    { text, field }: Written,
    variables: ReadonlyMap<string, Type>,
  ): PolicyExpression {
    const context: Context = {
      environment,
      minor: this.#minor,
      expressions: 'stored',
      hasParams: this.#hasParams,
      variables,
    };
    const compiled = compile(text, context);
    const program = compiled.ok ? programOf(compiled.checked, context) : undefined;
    return { text, field, compiled, context, program };
  }
}

/**
 * Compiles each policy once. The minor is not part of the key, because a policy is decoded for one minor, with the
 * defaults of that minor.
 */
export function compiledOnce<P extends object, C>(
  Compiled: new (policy: P, minor: Minor) => C,
): (bound: { readonly policy: P }, server: { readonly minor: Minor }) => C {
  const compiled = new WeakMap<P, C>();
  return ({ policy }, { minor }) => {
    return getOrCompute(compiled, policy, () => new Compiled(policy, minor));
  };
}
