import type { CheckedAst } from '../check/checked-ast.ts';
import { MemoryLimitExceeded } from '../memory-limit.ts';
import { ErrorValue, type Value } from '../values/value.ts';
import { CostLimitExceeded, CostTracker } from './cost-tracker.ts';
import { Planner, type Runtime } from './plan.ts';
import { type Bindings, OuterScope } from './scope.ts';
import type { Step } from './step.ts';

/** What an evaluation comes to, and what it cost until then. */
export type Evaluation =
  | { readonly ok: true; readonly value: Value; readonly cost: number }
  | {
      readonly ok: false;
      /** In the server's words, except where it was stopped because of memory. */
      readonly error: string;
      readonly cost: number;
      /** What it needs too much of, if it was stopped for that. */
      readonly exceeded: 'cost' | 'memory' | undefined;
    };

export interface EvaluationOptions {
  /** What it may cost; without limit where absent. */
  readonly costLimit?: number;
}

/** A checked expression, ready to be evaluated as often as wanted. */
export class Program {
  readonly #step: Step;

  constructor(checked: CheckedAst, runtime: Runtime) {
    this.#step = new Planner(checked, runtime).plan(checked.ast.expr);
  }

  /**
   * Evaluates the expression as cel-go does with its options to optimize and to track costs.
   *
   * @param bindings the values of the variables
   */
  evaluate(bindings: Bindings, { costLimit }: EvaluationOptions = {}): Evaluation {
    const tracker = new CostTracker(costLimit ?? Number.POSITIVE_INFINITY);
    try {
      const value = this.#step.eval(new OuterScope(bindings, tracker));
      const { cost } = tracker;
      return value instanceof ErrorValue
        ? { ok: false, error: value.message, cost, exceeded: undefined }
        : { ok: true, value, cost };
    } catch (thrown) {
      const isStopped =
        thrown instanceof CostLimitExceeded || thrown instanceof MemoryLimitExceeded;
      if (!isStopped) throw thrown;
      const { message: error, exceeded } = thrown;
      return { ok: false, error, cost: tracker.cost, exceeded };
    }
  }
}
