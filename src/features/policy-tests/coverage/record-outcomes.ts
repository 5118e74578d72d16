import type { Comprehension, Expr } from '../../../cel/ast.ts';
import { childrenOf } from '../../../cel/expression-tree.ts';
import type { Result } from '../../../cel/values/value.ts';
import type {
  PolicyExpression,
  PolicyVariables,
} from '../../../server/admission/compiled-policy.ts';
import type { Trace } from '../../../server/admission/decision.ts';
import {
  evaluatePart,
  loopMacroOf,
  type PartScope,
  roundsOf,
  variableOf,
  withBinding,
} from '../../../server/admission/partial-evaluation.ts';

/** The outcomes of the parts of an expression, by the ids of their nodes. A part that was never evaluated is absent. */
export type Outcomes = Map<number, { wasTrue: boolean; wasFalse: boolean }>;

/**
 * Records the outcomes of the parts of an expression in one evaluation: the parts that are evaluated, in the order of
 * the evaluation. The variables that the expression uses are recorded too.
 *
 * @param outcomesOf returns the record for the parts of an expression; undefined for an expression that is not recorded
 */
export function recordOutcomes(
  { expression, bindings, variables }: Trace,
  outcomesOf: (expression: PolicyExpression) => Outcomes | undefined,
): void {
  const pass = new RecordingPass(variables, bindings, outcomesOf);
  pass.visitExpression(expression);
}

interface RecordingScope extends PartScope {
  readonly outcomes: Outcomes | undefined;
}

class RecordingPass {
  readonly #variables: PolicyVariables;
  readonly #bindings: PartScope['bindings'];
  readonly #outcomesOf: (expression: PolicyExpression) => Outcomes | undefined;
  readonly #seen = new Set<PolicyExpression>();

  constructor(
    variables: PolicyVariables,
    bindings: PartScope['bindings'],
    outcomesOf: (expression: PolicyExpression) => Outcomes | undefined,
  ) {
    this.#variables = variables;
    this.#bindings = bindings;
    this.#outcomesOf = outcomesOf;
  }

  visitExpression(expression: PolicyExpression): void {
    const { compiled, context } = expression;
    if (!compiled.ok || this.#seen.has(expression)) return;
    this.#seen.add(expression);
    const { checked } = compiled;
    const outcomes = this.#outcomesOf(expression);
    this.#visit(checked.ast.expr, { checked, context, bindings: this.#bindings, outcomes });
  }

  /** Records a part that is evaluated, and the parts that it evaluates. */
  #visit(expr: Expr, scope: RecordingScope): Result {
    const { outcomes } = scope;
    const result = evaluatePart(expr, scope);
    if (outcomes !== undefined) {
      const had = outcomes.get(expr.id);
      outcomes.set(expr.id, {
        wasTrue: had?.wasTrue === true || result === true,
        wasFalse: had?.wasFalse === true || result === false,
      });
    }
    this.#visitParts(expr, scope);
    return result;
  }

  #visitParts(expr: Expr, scope: RecordingScope): void {
    const variable = variableOf(expr, this.#variables);
    if (variable !== undefined) this.visitExpression(variable);
    else if (expr.kind === 'comprehension') this.#visitLoop(expr, scope);
    else this.#visitOperands(expr, scope);
  }

  #visitOperands(expr: Expr, scope: RecordingScope): void {
    const parts = childrenOf(expr, scope.checked);
    const name = expr.kind === 'call' ? expr.function : '';
    if (name === '_&&_' || name === '_||_') {
      const decides = name === '_||_';
      for (const part of parts) if (this.#visit(part, scope) === decides) return;
    } else if (name === '_?_:_') {
      const [condition, yes, no] = parts;
      if (condition === undefined || yes === undefined || no === undefined) return;
      const chosen = this.#visit(condition, scope);
      if (typeof chosen === 'boolean') this.#visit(chosen ? yes : no, scope);
    } else {
      for (const part of parts) this.#visit(part, scope);
    }
  }

  #visitLoop(expr: Comprehension, scope: RecordingScope): void {
    const macro = loopMacroOf(expr, scope);
    if (macro === undefined) return;
    const { name, predicate, range } = macro;
    this.#visit(range, scope);
    const decides = name === 'all' ? false : name === 'exists' ? true : undefined;
    for (const { first, second } of roundsOf(expr, range, scope)) {
      const inner = withBinding(scope, expr.iterVar, first);
      const { iterVar2 } = expr;
      const both =
        iterVar2 === undefined || second === undefined
          ? inner
          : withBinding(inner, iterVar2, second);
      if (this.#visit(predicate, both) === decides) return;
    }
  }
}
