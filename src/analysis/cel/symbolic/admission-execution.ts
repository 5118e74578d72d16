import type { Budget } from '../../../cel/symbolic/decisions.ts';
import type { SymbolicEvaluator } from '../../../cel/symbolic/evaluator.ts';
import { type Guard, guardsOf } from '../../../cel/symbolic/guards.ts';
import type { SymbolicInput } from '../../../cel/symbolic/input.ts';
import { PresenceAnalysis } from '../../../cel/symbolic/presence-analysis.ts';
import { type FoundFailure, findFailures, type Query } from '../../../cel/symbolic/search.ts';
import { truthOf } from '../../../cel/symbolic/truth.ts';
import { UNKNOWN, type Value } from '../../../cel/symbolic/values.ts';
import type { CelCompilation } from '../compilations.ts';
import {
  type AdmissionInput,
  fixNullVariables,
  isNullVariable,
  variableIn,
} from './admission-inputs.ts';
import type { EvaluationGroup } from './evaluation-groups.ts';

/** Finds the selections that fail in an expression of a group, for some valid request. */
export function findAdmissionFailures(
  group: EvaluationGroup,
  inputs: readonly AdmissionInput[],
  expression: CelCompilation,
  budget: Budget,
): readonly FoundFailure[] {
  const failing = inputs.filter((input) => mayFail(group, input, expression, budget));
  return failing.length === 0 ? [] : findFailures(queryOf(group, failing, expression), budget);
}

/**
 * Reports whether the expression must be executed symbolically. Most expressions test before they select, or rely on a
 * match condition.
 */
function mayFail(
  group: EvaluationGroup,
  input: AdmissionInput,
  expression: CelCompilation,
  budget: Budget,
): boolean {
  const { conditions } = group;
  if (!conditions.includes(expression)) {
    return mayFailAfter(conditions, group, input, expression, budget);
  }
  if (!mayFailAfter([], group, input, expression, budget)) return false;
  // The error of a condition counts only if no other one is false.
  const reliable = conditions.filter(
    (one) => one !== expression && !mayFailAfter([], group, input, one, budget),
  );
  return reliable.length === 0 || mayFailAfter(reliable, group, input, expression, budget);
}

/** Reports whether the expression may fail for a request that some conditions accept. */
function mayFailAfter(
  conditions: readonly CelCompilation[],
  group: EvaluationGroup,
  input: AdmissionInput,
  expression: CelCompilation,
  budget: Budget,
): boolean {
  if (!expression.compiled.ok) return false;
  const validation = validationOf(expression, group);
  const guards = [
    ...conditions.flatMap((one) => guardsOfResult(one, true)),
    ...(validation === undefined ? [] : guardsOfResult(validation, false)),
  ];
  const analysis = new PresenceAnalysis(
    {
      variables: (name) =>
        name === 'variables' ? { kind: 'record', get: () => undefined } : variableIn(input, name),
      definition: (name) => {
        const compiled = group.variables.get(name)?.compiled;
        return compiled?.ok === true ? compiled.checked : undefined;
      },
      isNull: (path) =>
        path.parent === undefined ? isNullVariable(input.request, path.notation) : undefined,
      budget,
    },
    guards,
  );
  if (validation?.compiled.ok === true) analysis.addPreceding(validation.compiled.checked);
  return analysis.mayFail(expression.compiled.checked);
}

function guardsOfResult({ compiled }: CelCompilation, truth: boolean): readonly Guard[] {
  return compiled.ok ? guardsOf(compiled.checked.ast.expr, truth, compiled.checked) : [];
}

/** The validation that an expression is the message of. */
function validationOf(
  { expression }: CelCompilation,
  { others }: EvaluationGroup,
): CelCompilation | undefined {
  if (expression.environment.name !== 'vap-message') return undefined;
  const path = expression.field.path.replace(/messageExpression$/, 'expression');
  return others.find((one) => one.expression.field.path === path);
}

function queryOf(
  group: EvaluationGroup,
  inputs: readonly AdmissionInput[],
  expression: CelCompilation,
): Query {
  const { conditions, others } = group;
  const evaluator = new GroupEvaluator(group, inputs);
  const validation = validationOf(expression, group);
  const { name } = expression.expression.environment;
  return {
    evaluate: (input, symbolic) => {
      const evaluate = evaluator.on(input, symbolic);
      if (name === 'vap-message') {
        const isDenied = validation !== undefined && truthOf(evaluate(validation), input) === false;
        if (!isDenied) return UNKNOWN;
      }
      return evaluate(expression);
    },
    isValid: (input, symbolic) => {
      const evaluate = evaluator.on(input, symbolic);
      const truth = (one: CelCompilation) => truthOf(evaluate(one), input);
      if (conditions.includes(expression)) {
        return conditions.every((one) => one === expression || truth(one) !== false);
      }
      if (!conditions.every((one) => truth(one) === true)) return false;
      if (name !== 'vap') return true;
      const validations = others.filter((one) => one.expression.environment.name === 'vap');
      return validations.every((one) => one === expression || truth(one) !== false);
    },
  };
}

/** Evaluates the expressions of a group on one symbolic input after the other, each variable once for an input. */
class GroupEvaluator {
  readonly #group: EvaluationGroup;
  readonly #inputs: readonly AdmissionInput[];
  #symbolicInput: SymbolicInput | undefined;
  #input: AdmissionInput | undefined;
  #selectsZero = false;
  #values = new Map<string, Value>();

  constructor(group: EvaluationGroup, inputs: readonly AdmissionInput[]) {
    this.#group = group;
    this.#inputs = inputs;
  }

  on(input: SymbolicInput, evaluator: SymbolicEvaluator): (one: CelCompilation) => Value {
    if (input !== this.#symbolicInput) {
      this.#symbolicInput = input;
      this.#input = this.#inputs[input.decide(this.#inputs.length)];
      if (this.#input !== undefined) fixNullVariables(this.#input, input);
      this.#values.clear();
    } else if (input.selectsZero !== this.#selectsZero) this.#values.clear();
    this.#selectsZero = input.selectsZero;
    return (one) => this.#evaluate(one, evaluator);
  }

  #evaluate({ compiled }: CelCompilation, evaluator: SymbolicEvaluator): Value {
    if (!compiled.ok) return UNKNOWN;
    return evaluator.evaluate(compiled.checked, (name) =>
      name === 'variables'
        ? { kind: 'record', get: (variable) => this.#variable(variable, evaluator) }
        : variableIn(this.#input, name),
    );
  }

  #variable(name: string, evaluator: SymbolicEvaluator): Value | undefined {
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const one = this.#group.variables.get(name);
    if (one === undefined) return undefined;
    // Variables of the same name could refer to each other without end.
    this.#values.set(name, UNKNOWN);
    const value = this.#evaluate(one, evaluator);
    this.#values.set(name, value);
    return value;
  }
}
