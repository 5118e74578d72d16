import type { Result } from '../values/value.ts';
import type { CostTracker } from './cost-tracker.ts';

/** The values of the variables that a subexpression can use. */
export interface Scope {
  readonly tracker: CostTracker;
  /** The value of a variable; undefined if there is no such variable. */
  resolve(name: string): Result | undefined;
}

/**
 * Looks up the value of a variable. It is called each time the variable is evaluated, so it must cache computed values.
 */
export type Bindings = (name: string) => Result | undefined;

/** The scope outside of all comprehensions. */
export class OuterScope implements Scope {
  readonly tracker: CostTracker;
  readonly #bindings: Bindings;

  constructor(bindings: Bindings, tracker: CostTracker) {
    this.#bindings = bindings;
    this.tracker = tracker;
  }

  resolve(name: string): Result | undefined {
    return this.#bindings(name);
  }
}
