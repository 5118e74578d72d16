/** Data that is made from a text and can be released, because it can be made again. */
export interface Releasable {
  /** The length of the text, in UTF-16 code units. */
  readonly length: number;
  release(): void;
}

/**
 * Holds data, so that the memory of a run does not grow with the input. The data that was made first is held to the
 * end: stages go through the input in the same order, so the oldest data is what is needed next. The rest is the most
 * recent.
 */
export class Memory {
  /** The data that may be released, in the order in which it was made. */
  readonly #recent = new Set<Releasable>();
  readonly #most: number;
  readonly #mostFirst: number;
  #length = 0;

  /**
   * @param most the largest length together of the texts of the data, in UTF-16 code units
   * @param mostRecent the part of it that is for the most recent data
   */
  constructor(most: number, mostRecent = most) {
    this.#most = most;
    this.#mostFirst = most - mostRecent;
  }

  /** Holds new data, and releases other data if there is too much together. */
  hold(made: Releasable): void {
    this.#length += made.length;
    if (this.#length <= this.#mostFirst) return;
    this.#recent.add(made);
    for (const oldest of this.#recent) {
      if (this.#length <= this.#most || oldest === made) return;
      this.#recent.delete(oldest);
      this.#length -= oldest.length;
      oldest.release();
    }
  }
}
