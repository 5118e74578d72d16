/** What is made of a text and can be given up, because it can be made again. */
export interface Releasable {
  /** The length of the text, in UTF-16 code units. */
  readonly length: number;
  /** Gives it up. */
  release(): void;
}

/** Holds what was made last, so that the memory that a run takes does not grow with the input. */
export class Memory {
  /** In the order in which they were made. */
  readonly #held = new Set<Releasable>();
  readonly #most: number;
  #length = 0;

  /** @param most the length of the texts of what is held at most, in UTF-16 code units */
  constructor(most: number) {
    this.#most = most;
  }

  /** Holds what has just been made, and releases others if they are too many together. */
  hold(made: Releasable): void {
    this.#held.add(made);
    this.#length += made.length;
    for (const oldest of this.#held) {
      if (this.#length <= this.#most || oldest === made) return;
      this.#held.delete(oldest);
      this.#length -= oldest.length;
      oldest.release();
    }
  }
}
