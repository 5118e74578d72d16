import type { Result } from '../values/value.ts';
import type { CostTracker } from './cost-tracker.ts';

/** The values of the variables that an expression sees at a place in it. */
export interface Scope {
  readonly tracker: CostTracker;
  /** The value of a variable; undefined where there is none of this name. */
  resolve(name: string): Result | undefined;
}

/** Finds the value of a variable. It is asked each time, so what is costly to make must be remembered. */
export type Bindings = (name: string) => Result | undefined;

/** The scope outside of all folds. */
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
