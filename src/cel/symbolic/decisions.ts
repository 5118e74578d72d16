/**
 * A sequence of decisions between alternatives. Each execution replays it from the start and may extend it;
 * backtracking then changes the last decision that has an alternative left, so that all sequences are tried, depth
 * first.
 */
export class Decisions {
  #taken: { readonly count: number; choice: number }[] = [];
  #length = 0;

  /** Decides between a number of alternatives. Returns the index of the one that is taken. */
  decide(count: number): number {
    const known = this.#taken[this.#length];
    if (known !== undefined && known.count === count) {
      this.#length++;
      return known.choice;
    }
    this.#taken.length = this.#length;
    this.#taken.push({ count, choice: 0 });
    this.#length++;
    return 0;
  }

  /** The number of decisions in this execution. */
  get length(): number {
    return this.#length;
  }

  /** Prunes the alternatives of all decisions after the first `length`. */
  prune(length: number): void {
    this.#length = Math.min(this.#length, length);
  }

  /** Prepares the next execution; false if all sequences were tried. */
  backtrack(): boolean {
    this.#taken.length = this.#length;
    this.#length = 0;
    for (let last = this.#taken.at(-1); last !== undefined; last = this.#taken.at(-1)) {
      if (last.choice + 1 < last.count) {
        last.choice++;
        return true;
      }
      this.#taken.pop();
    }
    return false;
  }
}

/** The steps that may still be computed, for all executions together. */
export interface Budget {
  steps: number;
}
