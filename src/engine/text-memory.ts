import type { Part } from '../yaml/index.ts';

/** A text that can be given up, because it can be read again. */
export interface ReleasableText {
  /** In UTF-16 code units. */
  readonly length: number;
  /** Gives the text up. */
  release(): void;
}

/** Repositories with less text are read once only; reading texts again takes about 5 % more time. */
const MOST_HELD = 16 * 1024 * 1024;

/** Holds the texts of a run that were read last, so that the memory that a run takes does not grow with all of them. */
export class TextMemory {
  /** In the order in which they were read. */
  readonly #texts = new Set<ReleasableText>();
  readonly #mostHeld: number;
  /** The parts of the texts that were read again last. */
  readonly parts = new PartMemory();
  #held = 0;

  /** @param mostHeld the characters that are held together at most, in UTF-16 code units */
  constructor(mostHeld = MOST_HELD) {
    this.#mostHeld = mostHeld;
  }

  /** Holds a text that has just been read, and releases others if they are too many together. */
  hold(text: ReleasableText): void {
    this.#texts.add(text);
    this.#held += text.length;
    for (const oldest of this.#texts) {
      if (this.#held <= this.#mostHeld || oldest === text) return;
      this.#texts.delete(oldest);
      this.#held -= oldest.length;
      oldest.release();
    }
  }
}

/** As many as one rule reads in turn: a policy in one List and the CRD of its params in another one. */
const MOST_PARTS = 2;

/** Holds the parts that were read again last, so that a List is not read again for each of its items. */
class PartMemory {
  /** The last one last. */
  #held: readonly { readonly text: object; readonly part: Part }[] = [];

  /** The part of a text with a number. */
  get(text: object, index: number, read: () => Part): Part {
    const known = this.#held.find(({ text: of, part }) => of === text && part.index === index);
    const held = known ?? { text, part: read() };
    this.#held = [...this.#held.filter((one) => one !== known), held].slice(-MOST_PARTS);
    return held.part;
  }
}
