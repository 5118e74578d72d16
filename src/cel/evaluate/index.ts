import {
  countEvaluation,
  EvaluationLimitExceeded,
  MatchingLimitExceeded,
} from '../../base/run-limits.ts';
import type { CheckedAst } from '../check/checked-ast.ts';
import { MemoryLimitExceeded } from '../memory-limit.ts';
import { GoPanic } from '../values/go-panic.ts';
import { ErrorValue, type Value } from '../values/value.ts';
import { CostLimitExceeded, CostTracker } from './cost-tracker.ts';
import { Planner, type Runtime } from './plan.ts';
import { type Bindings, OuterScope } from './scope.ts';
import type { Step } from './step.ts';

/** The result of an evaluation, and its cost up to the end or the error. */
export type Evaluation =
  | { readonly ok: true; readonly value: Value; readonly cost: number }
  | {
      readonly ok: false;
      /** The server's message, unless a limit of this program was exceeded. */
      readonly error: string;
      readonly cost: number;
      readonly exceeded: 'cost' | 'memory' | 'matching' | 'evaluations' | undefined;
    };

interface EvaluationOptions {
  /** The cost limit; no limit if absent. */
  readonly costLimit?: number;
}

/** A program for a checked expression, which can be evaluated any number of times. */
export class Program {
  readonly #step: Step;

  constructor(checked: CheckedAst, runtime: Runtime) {
    this.#step = new Planner(checked, runtime).plan(checked.ast.expr);
  }

  /**
   * Evaluates the expression as cel-go does with the options `OptOptimize` and `OptTrackCost`.
   *
   * @param bindings the values of the variables
   */
  evaluate(bindings: Bindings, options: EvaluationOptions = {}): Evaluation {
    try {
      return countEvaluation(() => this.#evaluate(bindings, options));
    } catch (thrown) {
      if (!(thrown instanceof EvaluationLimitExceeded)) throw thrown;
      const { message: error, exceeded } = thrown;
      return { ok: false, error, cost: 0, exceeded };
    }
  }

  #evaluate(bindings: Bindings, { costLimit }: EvaluationOptions): Evaluation {
    const tracker = new CostTracker(costLimit ?? Number.POSITIVE_INFINITY);
    try {
      const value = this.#step.eval(new OuterScope(bindings, tracker));
      const { total: cost } = tracker;
      return value instanceof ErrorValue
        ? { ok: false, error: value.message, cost, exceeded: undefined }
        : { ok: true, value, cost };
    } catch (thrown) {
      const isStopped =
        thrown instanceof CostLimitExceeded ||
        thrown instanceof MemoryLimitExceeded ||
        thrown instanceof MatchingLimitExceeded ||
        thrown instanceof GoPanic;
      if (!isStopped) throw thrown;
      const { message: error, exceeded } = thrown;
      return { ok: false, error, cost: tracker.total, exceeded };
    }
  }
}
