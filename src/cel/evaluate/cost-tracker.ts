import { checkLength } from '../memory-limit.ts';

/** What an evaluation is stopped with that costs more than it may. */
export class CostLimitExceeded {
  readonly exceeded = 'cost';
  readonly message = 'operation cancelled: actual cost limit exceeded';
}

/**
 * Adds up what an evaluation costs. A call and a literal cost only where their arguments are found on a stack
 * of the steps that were taken. Steps are known by the ids of their nodes, so that the ones of an earlier
 * round of a loop may be taken for those of this: as it is with the server, whose costs these are.
 *
 * Source: `CostTracker` in `interpreter/runtimecost.go` of cel-go.
 */
export class CostTracker {
  cost = 0;
  /** The length of all strings that calls have returned. */
  #stringLength = 0;
  readonly #limit: number;
  readonly #ids: number[] = [];
  /** For each step, the last one before it with the same id; -1 where there is none. */
  readonly #before: number[] = [];
  /** The last step with an id. */
  readonly #last = new Map<number, number>();

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

  /** Notes a step down. Throws {@link CostLimitExceeded}. */
  push(id: number): void {
    const index = this.#ids.length;
    this.#before.push(this.#last.get(id) ?? -1);
    this.#ids.push(id);
    this.#last.set(id, index);
    this.checkCost();
  }

  /** Takes the last step with an id away, and all after it; false where there is none. */
  drop(id: number): boolean {
    const index = this.#last.get(id) ?? -1;
    if (index < 0) return false;
    while (this.#ids.length > index) {
      const top = this.#ids.pop();
      const before = this.#before.pop();
      if (top !== undefined && before !== undefined) this.#last.set(top, before);
    }
    return true;
  }

  /** Takes the steps of arguments away, the last one first; false where one is missing. */
  dropAll(steps: readonly { readonly id: number }[]): boolean {
    for (let index = steps.length - 1; index >= 0; index--) {
      const step = steps[index];
      if (step === undefined || !this.drop(step.id)) return false;
    }
    return true;
  }
}
