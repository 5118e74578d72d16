import type { Part } from '../../yaml/index.ts';
import type { EditedText } from './edited-text.ts';
import { Memory, type Releasable } from './memory.ts';

/** Repositories with less text are read once only; reading texts again takes about 5 % more time. */
const MOST_HELD = 16 * 1024 * 1024;

/** The values of a part need ten times as much memory as its text. */
const MOST_PARTS_HELD = 1024 * 1024;

/** The share of the texts that are held for those that were read last. */
const RECENT = 1 / 8;

/** Holds texts of a run, and parts of them, so that the memory that a run takes does not grow with all of them. */
export class TextMemory {
  /** The parts of the texts that were read again last. */
  readonly parts = new PartMemory();
  readonly #texts: Memory;
  readonly #partsToCome: Memory;

  /** Reads texts that replace earlier ones; undefined in a run in which no text changes. */
  readonly edited: EditedText | undefined;

  /** @param mostHeld the characters that are held together at most, in UTF-16 code units */
  constructor(mostHeld = MOST_HELD, edited?: EditedText) {
    // A text that was read first may have been replaced since then.
    this.#texts = new Memory(mostHeld, edited ? mostHeld : mostHeld * RECENT);
    this.#partsToCome = new Memory(MOST_PARTS_HELD, edited ? MOST_PARTS_HELD : 0);
    this.edited = edited;
  }

  /** Holds a text that has just been read, and may release others if they are too many together. */
  hold(text: Releasable): void {
    this.#texts.hold(text);
  }

  /** Holds a part that is needed again, and may release others if they are too many together. */
  holdPart(part: Releasable): void {
    this.#partsToCome.hold(part);
  }
}

/**
 * The number of parts between which a rule alternates: a policy in one List and the CRD of its params in another one.
 */
const MOST_PARTS = 2;

/** Holds the parts that were read again last, so that a List is not read again for each of its items. */
class PartMemory {
  /** The last one last. */
  #held: readonly { readonly text: object; readonly part: Part }[] = [];

  get(text: object, index: number, read: () => Part): Part {
    const known = this.#held.find(({ text: of, part }) => of === text && part.index === index);
    const held = known ?? { text, part: read() };
    this.#held = [...this.#held.filter((one) => one !== known), held].slice(-MOST_PARTS);
    return held.part;
  }
}
