/** Data that is made from a text and can be released, because it can be made again. */
export interface Releasable {
  /** The length of the text, in UTF-16 code units. */
  readonly length: number;
  release(): void;
}

/** Holds the most recent data, so that the memory of a run does not grow with the input. */
export class Memory {
  /** The data in the order in which it was made. */
  readonly #held = new Set<Releasable>();
  readonly #most: number;
  #length = 0;

  /** @param most the largest length together of the texts of the data, in UTF-16 code units */
  constructor(most: number) {
    this.#most = most;
  }

  /** Holds new data, and releases other data if there is too much together. */
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
