import { checkLength } from '../memory-limit.ts';

/** Thrown if an evaluation exceeds its cost limit. */
export class CostLimitExceeded {
  readonly exceeded = 'cost';
  readonly message = 'operation cancelled: actual cost limit exceeded';
}

/**
 * Counts the cost of an evaluation. A call or a literal is charged only if its arguments are on a stack of the
 * evaluated steps. Steps are identified by the ids of their nodes, so that steps of an earlier iteration of a loop
 * can be mistaken for those of the current one, as in the server.
 *
 * Source: `CostTracker` in `interpreter/runtimecost.go` of cel-go.
 */
export class CostTracker {
  cost = 0;
  /** The cost as the server reports it, which counts in 64 bits without a sign. */
  get total(): number {
    return this.cost < 0 ? this.cost + 2 ** 64 : this.cost;
  }
  /** The length of all strings that calls have returned. */
  #stringLength = 0;
  readonly #limit: number;
  readonly #ids: number[] = [];
  /** For each step, the index of the previous step with the same id, or -1. */
  readonly #before: number[] = [];
  /** For each id, the index of the last step with it, or -1. */
  readonly #last: number[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts a string that a call has returned. Throws `MemoryLimitExceeded`. */
  countString(value: string): void {
    this.#stringLength += value.length;
    checkLength(this.#stringLength);
  }

  /** Throws {@link CostLimitExceeded}. */
  checkCost(): void {
    if (this.cost > this.#limit || this.cost < 0) throw new CostLimitExceeded();
  }

  /** Pushes a step. Throws {@link CostLimitExceeded}. */
  push(id: number): void {
    const index = this.#ids.length;
    this.#before.push(this.#last[id] ?? -1);
    this.#ids.push(id);
    this.#last[id] = index;
    this.checkCost();
  }

  /** Removes the last step with an id, and all steps after it; false if there is none. */
  drop(id: number): boolean {
    const index = this.#last[id] ?? -1;
    if (index < 0) return false;
    while (this.#ids.length > index) {
      const top = this.#ids.pop();
      const before = this.#before.pop();
      if (top !== undefined && before !== undefined) this.#last[top] = before;
    }
    return true;
  }

  /** Removes the steps of arguments, beginning with the last one; false if one is missing. */
  dropAll(steps: readonly { readonly id: number }[]): boolean {
    for (let index = steps.length - 1; index >= 0; index--) {
      const step = steps[index];
      if (step === undefined || !this.drop(step.id)) return false;
    }
    return true;
  }
}
